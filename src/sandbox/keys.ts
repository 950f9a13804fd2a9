import type { Profile } from '../service/pipeline.ts'
import { createRandom } from './random.ts'

export const profiles = ['p2p', 'form', 'token', 'payout'] as const satisfies Profile[]

const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * The key of a pipeline: a JWT in form. Keys depend on the pipeline's name alone, so a merchant's settings outlive a restart of
 * the sandbox; the signature part is only compared, never computed.
 */
export function pipelineKey(pipeline: string, profile: Profile): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))
  const claims = base64url(
    JSON.stringify({
      iss: 'paypane-sandbox',
      sub: 'merchant-1',
      pipeline: encodeURIComponent(pipeline),
      profile,
    }),
  )
  return `${header}.${claims}.${createRandom(`key:${pipeline}`).letters(43)}`
}

/** What the sandbox signs its callbacks with. Public by nature: it guards an emulator. */
export const privateKey = `sandbox-private-${createRandom('private-key').letters(32)}`
