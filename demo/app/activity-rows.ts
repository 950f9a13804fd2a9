import type { ActivityEvent, CheckoutDetail } from 'paypane/contract'

export interface ActivityRow {
  at: string
  source: 'server' | 'service' | 'callback' | 'merchant'
  text: string
  code: string | null
}

const eventLabels: Record<string, string> = {
  'checkout.succeeded': 'Paid',
  'checkout.failed': 'Failed',
  'checkout.corrected': 'Corrected: the money arrived after all',
  'checkout.amount_changed': 'Amount changed',
  'checkout.code_mismatch': 'QR code not shown',
  'checkout.expired': 'Expired',
  'checkout.underpaid': 'Paid too little: an operator decides',
  'checkout.overpaid': 'Paid twice',
  'checkout.needs_review': 'Needs review',
}

function activityText(event: ActivityEvent): string {
  switch (event.type) {
    case 'create_sent':
      return 'Sent'
    case 'create_resent':
      return 'Sent again'
    case 'create_placed':
      return `Placed: ${event.status}`
    case 'details_missing':
      return 'No payment details in the response'
    case 'create_placed_late':
      return 'Placed, but too late to be shown'
    case 'code_mismatch':
      return `QR code not shown: ${event.reason}`
    case 'create_refused':
      return `Refused: ${event.label ?? event.status}`
    case 'create_unknown':
      return `Outcome unknown: ${event.cause}`
    case 'lookup_found':
      return `Lookup: ${event.status}`
    case 'lookup_found_other':
      return 'Lookup: the service returned another order'
    case 'lookup_found_foreign':
      return `Lookup: ${event.status}; the order may belong to someone else`
    case 'id_taken':
      return `The service named order ${event.externalId} of another attempt`
    case 'lookup_not_found':
      return 'Lookup: not found'
    case 'lookup_failed':
      return `Lookup: no response (${event.cause})`
    case 'callback_received':
      return `Callback: ${event.status} ${event.amount}`
    case 'not_created':
      return 'No order was created'
    case 'sent_reported':
      return event.sent ? 'Payer: sent' : 'Payer: not sent yet'
    case 'set_aside':
      return 'Set aside, still watched'
    case 'body_unreadable':
      return 'The request cannot be decrypted'
    case 'review_opened':
      return `Needs review: ${event.reason}`
    case 'operator_decided':
      return `Operator: ${event.action}: ${event.note}`
  }
}

const repeatText = (times: number) => (times > 1 ? ` (${times} times)` : '')
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The activity of a checkout as text, newest first. */
export function activityRows({ attempts, callbacks, events }: CheckoutDetail): ActivityRow[] {
  const rows: ActivityRow[] = [
    ...attempts.flatMap(({ timeline }) =>
      timeline.map(
        ({ time, action, code, words }): ActivityRow => ({
          at: time ?? '',
          source: 'service',
          text: words ?? action ?? 'Unknown action',
          code,
        }),
      ),
    ),
    ...callbacks.map(
      ({ receivedAt, status, amount, times }): ActivityRow => ({
        at: receivedAt,
        source: 'callback',
        text: `${status}, ${amount}${repeatText(times)}`,
        code: null,
      }),
    ),
    ...attempts.flatMap(({ activity }) =>
      activity
        // The rows of `callbacks` show these, with their count.
        .filter(({ type }) => type !== 'callback_received')
        .map(
          (item): ActivityRow => ({
            at: item.at,
            source: 'server',
            text: activityText(item) + repeatText(item.count),
            code: null,
          }),
        ),
    ),
    ...events.map(
      ({ at, type, deliveredAt }): ActivityRow => ({
        at: deliveredAt ?? at,
        source: 'merchant',
        text: eventLabels[type] ?? capitalize(type),
        code: null,
      }),
    ),
  ]
  // Rows with the same time keep the newest first.
  return rows.reverse().sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** The status of an order in one sentence. */
export function statusSentence({ status, paid, amount, needsReview, attempts }: CheckoutDetail): string {
  const isRefused = attempts.at(-1)?.state === 'refused'
  const attempt = attempts.length > 1 ? ` This is attempt ${attempts.length}.` : ''
  if (attempts.some(({ underpaid }) => underpaid) && paid)
    return `Received ${paid.value} of ${amount.value}: the operator decides. The shop has not received “paid”.`
  if (needsReview) return `This order needs review.${attempt}`
  switch (status) {
    case 'choosing':
      return 'The payer has not chosen a method yet; the service has no order.'
    case 'preparing':
      return `Outcome unknown: the service may have the order.${attempt}`
    case 'pending':
      return `The payer can pay now.${attempt}`
    case 'succeeded':
      return paid && paid.value !== amount.value
        ? `Paid ${paid.value} of ${amount.value} requested.`
        : 'Paid.'
    case 'failed':
      if (isRefused) return `The service refused the order and has not created it.${attempt}`
      return `Failed, still watched: a late payment counts.${attempt}`
    case 'expired':
      return `Expired, still watched: a late payment counts.${attempt}`
  }
}
