import { PaymentsOutcomeUnknownError } from './errors.ts'

/** One key at the service, with what it may do: three kinds of deposits, and payouts. */
export type Profile = 'p2p' | 'form' | 'token' | 'payout'
/** The profiles that a payer pays by. */
export type DepositProfile = Exclude<Profile, 'payout'>

/**
 * A key, or a function that gives it when it is used, so that it need not lie about in a configuration
 * object.
 */
export type Secret = string | (() => string | Promise<string>)

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
