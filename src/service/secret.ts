import { PaymentsUnknown } from './errors.ts'
import type { Secret } from './pipeline.ts'

/**
 * What a secret holds.
 * @throws PaymentsUnknown where the function fails; its own error is left behind, since it may hold the
 * secret.
 */
export async function reveal(secret: Secret, name: string): Promise<string> {
  if (typeof secret === 'string') return secret
  try {
    return await secret()
  } catch {
    throw new PaymentsUnknown(`The ${name} could not be obtained. Nothing was sent; try again.`, 'other')
  }
}
