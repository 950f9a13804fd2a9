import type { Reason } from '../../../contract/view.ts'
import { parseActionCode } from '../../../service/action-code.ts'
import type { Attempt } from '../model.ts'

/** The reason of an attempt that has failed or was refused; null: neither. */
export const failureReason = (attempt: Attempt): Reason | null =>
  attempt.state === 'failed' || attempt.state === 'refused' ? reasonOf(attempt) : null

/**
 * Why an attempt failed: the newest action code whose state is failed, one with a reason preferred; for a
 * refusal, by its status and label.
 */
export function reasonOf(attempt: Attempt): Reason {
  if (attempt.refusal !== null && attempt.state === 'refused') return refusalReason(attempt.refusal)
  if (attempt.state === 'placed')
    return attempt.replacedAt === null
      ? withoutCode('technical', 'details-lost')
      : withoutCode('none', 'replaced')
  const failures = attempt.history
    .map((item, index) => ({ item, index, at: item.time === null ? 0 : Date.parse(item.time) }))
    .sort((a, b) => b.at - a.at || b.index - a.index)
    .flatMap(({ item }) => {
      const code = item.code === null ? null : parseActionCode(item.code)
      return code?.format === 'v2' && code.state === 'failed' ? [code] : []
    })
  const failure = failures.find(({ reason }) => reason.group !== 'none') ?? failures[0]
  if (failure === undefined) return withoutCode('none', 'unspecified')
  const { code, reason } = failure
  return { code, group: reason.group, key: reason.key }
}

function refusalReason({ status, label, code, statusDescription }: NonNullable<Attempt['refusal']>): Reason {
  switch (status) {
    case 401:
      return withoutCode('authorization', 'unauthorized')
    case 403:
      return withoutCode('authorization', 'forbidden')
    case 422:
      return withoutCode('business', 'balance')
    case 423: {
      const isUnknownCurrency = code === '1.2.4.9' || statusDescription === '2-00100-2'
      return withoutCode('business', isUnknownCurrency ? 'currency' : 'no-route')
    }
    default:
      return label === 'LIMITS_ERROR'
        ? withoutCode('business', 'limit')
        : withoutCode('technical', 'invalid-request')
  }
}

/** A reason for which the service gives no action code. */
export const withoutCode = (group: Reason['group'], key: string): Reason => ({ code: null, group, key })
