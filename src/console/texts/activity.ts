import type { ActivityEvent } from '../../contract/index.ts'
import { reviewTitle } from './review.ts'

/** Where the timeline draws an event: a message between two parties, or at one of them. */
type Lane = 'to-service' | 'from-service' | 'at-service' | 'to-shop' | 'at-paypane'

export interface ActivityText {
  lane: Lane
  text: string
  /** An operator should notice it. */
  warning?: true
}

const actionLabels = {
  acknowledge: 'acknowledged',
  accept: 'accepted',
  recheck: 'the status is looked up again',
  discard: 'discarded, because the service does not have the order',
}

const mismatchReasons = {
  amount: 'its amount is another',
  currency: 'its currency is another',
  account: 'its account is not that of the payment details',
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
      return toService('The same order was sent again with the same id, because the service did not have it.')
    case 'create_placed':
      return fromService(`The service placed the order: ${event.status}.`)
    case 'details_missing':
      return warn(fromService('The response has no payment details that may be shown to the payer.'))
    case 'create_placed_late':
      return warn(
        fromService('The service placed the order, but too late for its payment details to be shown.'),
      )
    case 'code_mismatch':
      return warn(atPaypane(`The QR code is not shown: ${mismatchReasons[event.reason]}.`))
    case 'create_refused':
      return warn(fromService(`The service refused the order: ${event.label ?? event.status}.`))
    case 'claimed':
      return warn(atPaypane(`The payer claims that the money was sent: claim ${event.number}.`))
    case 'claim_resolved':
      return atPaypane(`The claim ${event.number} was ${event.state}.`)
    case 'create_unknown':
      return warn(toService(`No reliable response (${event.cause}). The order may exist.`))
    case 'lookup_found':
      return fromService(`Status lookup: ${event.status}.`)
    case 'lookup_found_other':
      return warn(fromService('Status lookup: the service returned another order.'))
    case 'lookup_found_foreign':
      return warn(
        fromService(
          `Status lookup: order ${event.externalId}, ${event.status}. Its currency or age does not fit: it may belong to someone else.`,
        ),
      )
    case 'id_taken':
      return warn(
        fromService(
          `The service named order ${event.externalId}, which belongs to another attempt. Nothing was taken from it.`,
        ),
      )
    case 'lookup_not_found':
      return fromService('Status lookup: the service does not find the order.')
    case 'lookup_failed':
      return warn(toService(`Status lookup: no response (${event.cause}).`))
    case 'callback_received':
      return fromService(`A callback was received: ${event.status}, ${event.amount}.`)
    case 'not_created':
      return atPaypane('The order was not created.')
    case 'sent_reported':
      return atPaypane(
        event.sent
          ? 'The payer reported that the money was sent.'
          : 'The payer reported that no money was sent.',
      )
    case 'extended':
      return atPaypane('The payer asked for more time and has it.')
    case 'replaced':
      return atPaypane('Replaced: another attempt may follow. It stays watched.')
    case 'body_unreadable':
      return warn(
        atPaypane(
          'The request cannot be decrypted, so it cannot be sent again. Its seal key may be missing.',
        ),
      )
    case 'review_opened':
      return warn(atPaypane(`Needs review: ${reviewTitle(event.reason)}.`))
    case 'operator_decided':
      return atPaypane(`${event.operator ?? 'The operator'}: ${actionLabels[event.action]}. “${event.note}”`)
  }
}
