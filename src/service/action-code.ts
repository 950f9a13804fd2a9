/** The action codes of a payment's history: the interface's whole table as data, and its reading. */

const stages = {
  1: { key: 'internal', words: 'Internal step' },
  2: { key: 'gateway', words: 'Creation at the gateway' },
  3: { key: 'form', words: 'Payment form' },
  4: { key: 'check', words: 'Check with the gateway' },
  5: { key: 'gateway-callback', words: 'Callback from the gateway' },
  6: { key: 'merchant-callback', words: 'Callback to the merchant' },
} as const

const results = {
  0: { key: 'info', words: 'information' },
  1: { key: 'success', words: 'done' },
  2: { key: 'failure', words: 'not done' },
} as const

const states = {
  0: { key: 'init', words: 'the payment is at its beginning' },
  1: { key: 'created', words: 'the payment is created' },
  2: { key: 'processing', words: 'the payment stays in processing' },
  3: { key: 'success', words: 'the payment succeeded' },
  4: { key: 'failed', words: 'the payment failed' },
  5: { key: 'unchanged', words: 'the status of the payment did not change' },
} as const

/** By the first digit of the reason; `00` alone has none. */
const groups = {
  1: { key: 'technical', words: 'technical' },
  2: { key: 'authorization', words: 'authorization' },
  3: { key: 'business', words: 'business rule' },
  4: { key: 'risk', words: 'risk' },
  5: { key: 'user', words: 'payer' },
  6: { key: 'issuer', words: "card's issuer" },
} as const

const reasons = {
  '00': { key: 'unspecified', words: 'no reason given' },
  11: { key: 'timeout', words: 'no answer in time' },
  12: { key: 'connection', words: 'the connection failed' },
  13: { key: 'server-unavailable', words: 'the server was unavailable' },
  14: { key: 'invalid-response', words: 'the response was invalid' },
  15: { key: 'invalid-request', words: 'the request was invalid' },
  16: { key: 'invalid-signature', words: 'the signature was invalid' },
  17: { key: 'invalid-payload', words: 'the payload was invalid' },
  21: { key: 'unauthorized', words: 'not authorized (401)' },
  22: { key: 'forbidden', words: 'forbidden (403)' },
  31: { key: 'balance', words: 'not enough balance' },
  32: { key: 'limit', words: 'a limit was reached' },
  33: { key: 'currency', words: 'the currency is not served' },
  34: { key: 'routing-blocked', words: 'routing is blocked' },
  35: { key: 'amount-updated', words: 'the amount was updated' },
  41: { key: 'antifraud', words: 'antifraud said no' },
  51: { key: 'page-visit', words: 'the page was visited' },
  52: { key: 'page-leave', words: 'the page was left' },
  53: { key: 'personal-data', words: 'personal data was entered' },
  54: { key: 'cancel', words: 'the payer cancelled' },
  55: { key: 'submit', words: 'the payer submitted' },
  56: { key: '3ds-failed', words: '3-D Secure failed' },
  57: { key: 'otp-failed', words: 'the one-time code failed' },
  58: { key: 'leave-on-confirm', words: 'the page was left at the confirmation' },
  61: { key: 'card-blocked', words: 'the card is blocked' },
  62: { key: 'card-not-supported', words: 'the card is not supported' },
  63: { key: 'insufficient-funds', words: 'insufficient funds' },
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

const v2 = /^([1-6])\.([0-2])\.([0-5])\.(00|[1-6][1-9])$/
const shapedLikeV2 = /^\d\.\d\.\d\.\d\d$/
const legacy = /^\d+\.\d+\.\d+\.\d+$/

const has = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key)
const pick = <T extends object>(table: T, key: string): T[keyof T] | null =>
  has(table, key) ? table[key] : null

function read(code: string) {
  const [, stage = '', result = '', state = '', reason = ''] = v2.exec(code) ?? []
  const found = { stage: pick(stages, stage), result: pick(results, result), state: pick(states, state) }
  if (!found.stage || !found.result || !found.state) return null
  return {
    stage: found.stage,
    result: found.result,
    state: found.state,
    group: reason === '00' ? null : pick(groups, reason.charAt(0)),
    reason: pick(reasons, reason),
    digits: reason,
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
  const found = read(code)
  if (!found) return { format: legacy.test(code) && !shapedLikeV2.test(code) ? 'legacy' : 'unknown', code }
  return {
    format: 'v2',
    code,
    stage: found.stage.key,
    result: found.result.key,
    state: found.state.key,
    reason: {
      code: found.digits,
      key: found.reason?.key ?? 'unspecified',
      group: found.group?.key ?? 'none',
    },
  }
}

/**
 * Says an action code in one sentence.
 * @example
 * explain('4.1.4.63')
 * // "Check with the gateway, done: the payment failed (card's issuer: insufficient funds)."
 */
export function explain(code: string): string {
  const found = read(code)
  if (found) {
    const said = found.reason?.words ?? `reason ${found.digits}, which is not in the table`
    const why = found.group ? ` (${found.group.words}: ${said})` : ''
    return `${found.stage.words}, ${found.result.words}: ${found.state.words}${why}.`
  }
  return parseActionCode(code).format === 'legacy'
    ? 'A code of the legacy format X.Y.Z.W, whose meaning the interface does not describe.'
    : 'Not an action code that the interface describes.'
}
