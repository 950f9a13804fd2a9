/** The action codes of a payment's history: the interface's whole table as data, and its reading. */

const stages = {
  1: { key: 'internal', text: 'Internal step' },
  2: { key: 'gateway', text: 'Creation at the gateway' },
  3: { key: 'form', text: 'Payment form' },
  4: { key: 'check', text: 'Check with the gateway' },
  5: { key: 'gateway-callback', text: 'Callback from the gateway' },
  6: { key: 'merchant-callback', text: 'Callback to the merchant' },
} as const

const results = {
  0: { key: 'info', text: 'information' },
  1: { key: 'success', text: 'done' },
  2: { key: 'failure', text: 'not done' },
} as const

const states = {
  0: { key: 'init', text: 'the payment is at its beginning' },
  1: { key: 'created', text: 'the payment is created' },
  2: { key: 'processing', text: 'the payment stays in processing' },
  3: { key: 'success', text: 'the payment succeeded' },
  4: { key: 'failed', text: 'the payment failed' },
  5: { key: 'unchanged', text: 'the status of the payment did not change' },
} as const

/** By the first digit of the reason; `00` alone has none. */
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
  11: { key: 'timeout', text: 'no answer in time' },
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
  33: { key: 'currency', text: 'the currency is not served' },
  34: { key: 'routing-blocked', text: 'routing is blocked' },
  35: { key: 'amount-updated', text: 'the amount was updated' },
  41: { key: 'antifraud', text: 'antifraud said no' },
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

/** Where in a payment's way it happened. */
export type ActionStage = (typeof stages)[keyof typeof stages]['key']
/** How that step went. */
export type ActionResult = (typeof results)[keyof typeof results]['key']
/** What it made of the payment. */
export type ActionState = (typeof states)[keyof typeof states]['key']
/** Whose no it was. */
export type ActionReasonGroup = 'none' | (typeof groups)[keyof typeof groups]['key']
/** Why, as a stable word. */
export type ActionReasonKey = (typeof reasons)[keyof typeof reasons]['key']

/** Why a step went as it did. */
export interface ActionReason {
  /** The two digits as received. */
  code: string
  /** A stable word; a reason that is not in the table is `unspecified`, in the group its digits say. */
  key: ActionReasonKey
  group: ActionReasonGroup
}

/**
 * An action code, read. What is not understood is kept as it came: `legacy` is the older `X.Y.Z.W`, `unknown`
 * anything else.
 */
export type ActionCode =
  | {
      format: 'v2'
      code: string
      stage: ActionStage
      result: ActionResult
      state: ActionState
      reason: ActionReason
    }
  | { format: 'legacy'; code: string }
  | { format: 'unknown'; code: string }

const v2Pattern = /^([1-6])\.([0-2])\.([0-5])\.(00|[1-6][1-9])$/
const looksLikeV2 = /^\d\.\d\.\d\.\d\d$/
const legacyPattern = /^\d+\.\d+\.\d+\.\d+$/

const has = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key)
const entryOf = <T extends object>(table: T, key: string): T[keyof T] | null =>
  has(table, key) ? table[key] : null

function decode(code: string) {
  const [, stage = '', result = '', state = '', reason = ''] = v2Pattern.exec(code) ?? []
  const found = {
    stage: entryOf(stages, stage),
    result: entryOf(results, result),
    state: entryOf(states, state),
  }
  if (!found.stage || !found.result || !found.state) return null
  return {
    stage: found.stage,
    result: found.result,
    state: found.state,
    group: reason === '00' ? null : entryOf(groups, reason.charAt(0)),
    reason: entryOf(reasons, reason),
    reasonCode: reason,
  }
}

/**
 * Reads one action code. Never throws: what it does not know it keeps.
 * @example
 * parseActionCode('4.1.4.63')
 * // { format: 'v2', code: '4.1.4.63', stage: 'check', result: 'success', state: 'failed',
 * //   reason: { code: '63', key: 'insufficient-funds', group: 'issuer' } }
 */
export function parseActionCode(code: string): ActionCode {
  const found = decode(code)
  if (!found)
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
 * Says an action code in one sentence.
 * @example
 * explainActionCode('4.1.4.63')
 * // "Check with the gateway, done: the payment failed (card's issuer: insufficient funds)."
 */
export function explainActionCode(code: string): string {
  const found = decode(code)
  if (found) {
    const reasonText = found.reason?.text ?? `reason ${found.reasonCode}, which is not in the table`
    const suffix = found.group ? ` (${found.group.text}: ${reasonText})` : ''
    return `${found.stage.text}, ${found.result.text}: ${found.state.text}${suffix}.`
  }
  return parseActionCode(code).format === 'legacy'
    ? 'A code of the legacy format X.Y.Z.W, whose meaning the interface does not describe.'
    : 'Not an action code that the interface describes.'
}
