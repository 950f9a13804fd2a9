import { PaymentsOutcomeUnknownError } from './errors.ts'

/** What a pipeline's key is for: one of three kinds of deposit, or payouts. */
export type Profile = 'p2p' | 'form' | 'token' | 'payout'
/** The profiles of deposits. */
export type DepositProfile = Exclude<Profile, 'payout'>

/** A key, or a function that returns it on each use, so that configuration need not contain it. */
export type Secret = string | (() => string | Promise<string>)

/**
 * Resolves a secret to its value.
 * @throws `PaymentsOutcomeUnknownError` if the function fails; its error is dropped, since it may contain the secret.
 */
export async function resolveSecret(secret: Secret, name: string): Promise<string> {
  if (typeof secret === 'string') return secret
  try {
    return await secret()
  } catch {
    throw new PaymentsOutcomeUnknownError(
      `The ${name} could not be obtained: the function that returns it failed. Nothing was sent or changed; try again.`,
      'other',
    )
  }
}
