import type { ActivityEvent } from '../../contract/index.ts'
import { reviewTitle } from './review.ts'

/** Between whom an event happened, as the timeline draws it. */
export type Lane = 'to-service' | 'from-service' | 'at-service' | 'to-shop' | 'at-paypane'

export interface ActivityText {
  lane: Lane
  text: string
  /** An operator should notice it. */
  warning?: true
}

const actLabels = {
  acknowledge: 'seen and dealt with',
  accept: 'accepted',
  recheck: 'the status is looked up again',
  discard: 'the service has no such order',
}

const mismatchReasons = {
  amount: 'it asks for another amount',
  currency: 'it asks for another currency',
  account: 'it pays to another account than the payment details',
  unreadable: 'it is not a valid payment code',
}

const toService = (text: string): ActivityText => ({ lane: 'to-service', text })
const fromService = (text: string): ActivityText => ({ lane: 'from-service', text })
const atPaypane = (text: string): ActivityText => ({ lane: 'at-paypane', text })
const warn = (text: ActivityText): ActivityText => ({ ...text, warning: true })

/** An event of an attempt's log as a sentence. */
export function describeActivity(event: ActivityEvent): ActivityText {
  switch (event.type) {
    case 'create_sent':
      return toService('The order was sent to the service.')
    case 'create_resent':
      return toService('The same order was sent again under the same id: the service had none.')
    case 'create_placed':
      return fromService(`The service took the order and says ${event.status}.`)
    case 'instructions_missing':
      return warn(fromService('The response has no payment details that may be shown to the payer.'))
    case 'create_placed_late':
      return warn(fromService('The service took the order, too late for its instructions to be shown.'))
    case 'code_mismatch':
      return warn(atPaypane(`The QR code is not shown: ${mismatchReasons[event.reason]}.`))
    case 'create_refused':
      return warn(fromService(`The service refused the order: ${event.label ?? event.status}.`))
    case 'create_unknown':
      return warn(toService(`No answer to rely on (${event.cause}). Whether the order exists is not known.`))
    case 'lookup_found':
      return fromService(`Status lookup: ${event.status}.`)
    case 'lookup_found_other':
      return warn(fromService('Status lookup: the service answers with another order.'))
    case 'lookup_found_foreign':
      return warn(
        fromService(
          `Status lookup: order ${event.externalId}, ${event.status}. Its currency or age does not fit, so it may be another’s.`,
        ),
      )
    case 'lookup_not_found':
      return fromService('Status lookup: the service does not find the order.')
    case 'lookup_failed':
      return warn(toService(`Status lookup: no answer (${event.cause}).`))
    case 'callback_received':
      return fromService(`A callback was received: ${event.status}, ${event.amount}.`)
    case 'not_created':
      return atPaypane('It is certain that no order was created.')
    case 'sent_reported':
      return atPaypane(
        event.sent ? 'The payer says that the money was sent.' : 'The payer says that no money was sent.',
      )
    case 'set_aside':
      return atPaypane('Another attempt may replace it. It stays watched.')
    case 'body_unreadable':
      return warn(
        atPaypane('The request cannot be decrypted, so it cannot be sent again: is its seal key gone?'),
      )
    case 'review_opened':
      return warn(atPaypane(`Needs review: ${reviewTitle(event.reason)}.`))
    case 'operator_decided':
      return atPaypane(`${event.operator ?? 'The operator'}: ${actLabels[event.act]}. “${event.note}”`)
    case 'text':
      return atPaypane(event.text)
  }
}
