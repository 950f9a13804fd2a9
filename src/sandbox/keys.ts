import type { Profile } from '../service/pipeline.ts'
import { createRandom } from './random.ts'

export const profiles = ['p2p', 'form', 'token', 'payout'] as const satisfies Profile[]

const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * The key of a pipeline, in the form of a JWT. It depends only on the pipeline's name and profile, so a merchant's settings
 * survive a restart of the sandbox. Its signature part is not a real signature.
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

/** Signs the sandbox's callbacks. Not a secret. */
export const privateKey = `sandbox-private-${createRandom('private-key').letters(32)}`
