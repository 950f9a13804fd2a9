/** One key at the service, with what it may do: three kinds of deposits, and payouts. */
export type Profile = 'p2p' | 'form' | 'token' | 'payout'
/** The profiles that a payer pays by. */
export type DepositProfile = Exclude<Profile, 'payout'>

/**
 * A key, or a function that gives it when it is used, so that it need not lie about in a configuration
 * object.
 */
export type Secret = string | (() => string | Promise<string>)
