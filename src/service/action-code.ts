/** The table of action codes in a payment's history, and its parser. */

const stages = {
  1: { key: 'internal', text: 'internal step' },
  2: { key: 'gateway', text: 'creation at the gateway' },
  3: { key: 'form', text: 'payment form' },
  4: { key: 'check', text: 'check with the gateway' },
  5: { key: 'gateway-callback', text: 'callback from the gateway' },
  6: { key: 'merchant-callback', text: 'callback to the merchant' },
} as const

const results = {
  0: { key: 'info', text: 'information' },
  1: { key: 'success', text: 'done' },
  2: { key: 'failure', text: 'failed' },
} as const

const states = {
  0: { key: 'init', text: 'The payment was initialised' },
  1: { key: 'created', text: 'The payment is created' },
  2: { key: 'processing', text: 'The payment is processing' },
  3: { key: 'success', text: 'The payment succeeded' },
  4: { key: 'failed', text: 'The payment failed' },
  5: { key: 'unchanged', text: 'The status of the payment did not change' },
} as const

/** By the first digit of the reason; `00` has no group. */
const groups = {
  1: { key: 'technical', text: 'technical' },
  2: { key: 'authorization', text: 'authorization' },
  3: { key: 'business', text: 'business rule' },
  4: { key: 'risk', text: 'risk' },
  5: { key: 'user', text: 'payer' },
  6: { key: 'issuer', text: "card's issuer" },
} as const

const reasons = {
  '00': { key: 'unspecified', text: 'no reason given' },
  11: { key: 'timeout', text: 'the request timed out' },
  12: { key: 'connection', text: 'the connection failed' },
  13: { key: 'server-unavailable', text: 'the server was unavailable' },
  14: { key: 'invalid-response', text: 'the response was invalid' },
  15: { key: 'invalid-request', text: 'the request was invalid' },
  16: { key: 'invalid-signature', text: 'the signature was invalid' },
  17: { key: 'invalid-payload', text: 'the payload was invalid' },
  21: { key: 'unauthorized', text: 'not authorized (401)' },
  22: { key: 'forbidden', text: 'forbidden (403)' },
  31: { key: 'balance', text: 'not enough balance' },
  32: { key: 'limit', text: 'a limit was reached' },
  33: { key: 'currency', text: 'the currency is not supported' },
  34: { key: 'routing-blocked', text: 'routing is blocked' },
  35: { key: 'amount-updated', text: 'the amount was updated' },
  41: { key: 'antifraud', text: 'declined by antifraud' },
  51: { key: 'page-visit', text: 'the page was visited' },
  52: { key: 'page-leave', text: 'the page was left' },
  53: { key: 'personal-data', text: 'personal data was entered' },
  54: { key: 'cancel', text: 'the payer cancelled' },
  55: { key: 'submit', text: 'the payer submitted' },
  56: { key: '3ds-failed', text: '3-D Secure failed' },
  57: { key: 'otp-failed', text: 'the one-time code failed' },
  58: { key: 'leave-on-confirm', text: 'the page was left at the confirmation' },
  61: { key: 'card-blocked', text: 'the card is blocked' },
  62: { key: 'card-not-supported', text: 'the card is not supported' },
  63: { key: 'insufficient-funds', text: 'insufficient funds' },
} as const

/** The stage of the payment. */
export type ActionStage = (typeof stages)[keyof typeof stages]['key']
/** The result of the step. */
export type ActionResult = (typeof results)[keyof typeof results]['key']
/** The state of the payment after the step. */
export type ActionState = (typeof states)[keyof typeof states]['key']
/** Failure category. */
export type ActionReasonGroup = 'none' | (typeof groups)[keyof typeof groups]['key']
/** The reason as a stable key. */
export type ActionReasonKey = (typeof reasons)[keyof typeof reasons]['key']

/** The reason for a step's result. */
export interface ActionReason {
  /** Two digits, as received. */
  code: string
  /** A stable key. A reason outside the table is `unspecified`, in the group of its first digit. */
  key: ActionReasonKey
  group: ActionReasonGroup
}

/** A parsed action code. `legacy` is the older format `X.Y.Z.W`, `unknown` anything else; both keep the text. */
export type ActionCode =
  | {
      format: 'v2'
      /** As received. */
      code: string
      /** The stage of the payment. */
      stage: ActionStage
      /** The result of the step. */
      result: ActionResult
      /** The state of the payment after the step. */
      state: ActionState
      reason: ActionReason
    }
  | {
      /** `legacy`: `X.Y.Z.W`. */
      format: 'legacy' | 'unknown'
      /** As received. */
      code: string
    }

const v2Pattern = /^\d\.\d\.\d\.(?:00|[1-6][1-9])$/
const looksLikeV2 = /^\d\.\d\.\d\.\d\d$/
const legacyPattern = /^\d+\.\d+\.\d+\.\d+$/

const has = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key)
const entryOf = <T extends object>(table: T, key: string): T[keyof T] | null =>
  has(table, key) ? table[key] : null

/** The table entries of a v2 code. */
function decode(code: string) {
  if (!v2Pattern.test(code)) return null
  const stage = entryOf(stages, code.charAt(0))
  const result = entryOf(results, code.charAt(2))
  const state = entryOf(states, code.charAt(4))
  if (stage === null || result === null || state === null) return null
  const reasonCode = code.slice(6)
  return {
    stage,
    result,
    state,
    group: entryOf(groups, reasonCode.charAt(0)),
    reason: entryOf(reasons, reasonCode),
    reasonCode,
  }
}

/**
 * Parses an action code. Never throws.
 * @example
 * parseActionCode('4.1.4.63')
 * // { format: 'v2', code: '4.1.4.63', stage: 'check', result: 'success', state: 'failed',
 * //   reason: { code: '63', key: 'insufficient-funds', group: 'issuer' } }
 */
export function parseActionCode(code: string): ActionCode {
  const found = decode(code)
  if (found === null)
    return { format: legacyPattern.test(code) && !looksLikeV2.test(code) ? 'legacy' : 'unknown', code }
  return {
    format: 'v2',
    code,
    stage: found.stage.key,
    result: found.result.key,
    state: found.state.key,
    reason: {
      code: found.reasonCode,
      key: found.reason?.key ?? 'unspecified',
      group: found.group?.key ?? 'none',
    },
  }
}

/**
 * Describes an action code in one line: the state of the payment, then the step that led to it.
 * @example
 * explainActionCode('4.1.4.63')
 * // "The payment failed (card's issuer: insufficient funds): check with the gateway, done."
 */
export function explainActionCode(code: string): string {
  const found = decode(code)
  if (found !== null) {
    const reasonText = found.reason?.text ?? `unknown reason ${found.reasonCode}`
    const suffix = found.group === null ? '' : ` (${found.group.text}: ${reasonText})`
    return `${found.state.text}${suffix}: ${found.stage.text}, ${found.result.text}.`
  }
  return parseActionCode(code).format === 'legacy'
    ? 'A code in the legacy format X.Y.Z.W; its meaning is not documented.'
    : 'Not a documented action code.'
}
