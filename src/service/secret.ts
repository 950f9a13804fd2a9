import { PaymentsOutcomeUnknownError } from './errors.ts'
import type { Secret } from './pipeline.ts'

/**
 * What a secret holds.
 * @throws PaymentsOutcomeUnknownError where the function fails; its own error is left behind, since it may hold the
 * secret.
 */
export async function resolveSecret(secret: Secret, name: string): Promise<string> {
  if (typeof secret === 'string') return secret
  try {
    return await secret()
  } catch {
    throw new PaymentsOutcomeUnknownError(
      `The ${name} could not be obtained. Nothing was sent; try again.`,
      'other',
    )
  }
}
