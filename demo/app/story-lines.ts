import type { CheckoutStory } from 'paypane/contract'

export interface StoryLine {
  at: string
  who: 'server' | 'service' | 'callback' | 'merchant'
  words: string
  code: string | null
}

const eventWords: Record<string, string> = {
  'checkout.succeeded': 'The merchant is told: paid',
  'checkout.failed': 'The merchant is told: failed',
  'checkout.corrected': 'The merchant is told: corrected, the money came after all',
  'checkout.amount_changed': 'The merchant is told: another amount than asked',
  'checkout.expired': 'The merchant is told: the time to pay is over',
  'checkout.overpaid': 'The merchant is told: paid twice',
  'checkout.needs_review': 'The merchant is told: someone should look at this',
}

const timesWords = (times: number) => (times > 1 ? ` (${times} times)` : '')
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One checkout's whole story in words, newest first. */
export function storyLines({ attempts, callbacks, events }: CheckoutStory): StoryLine[] {
  const lines: StoryLine[] = [
    ...attempts.flatMap(({ story, timeline }) => [
      ...story.map(
        ({ at, what, times }): StoryLine => ({
          at,
          who: 'server',
          words: sentence(what) + timesWords(times),
          code: null,
        }),
      ),
      ...timeline.map(
        ({ time, action, code, words }): StoryLine => ({
          at: time ?? '',
          who: 'service',
          words: words ?? action ?? 'Something happened',
          code,
        }),
      ),
    ]),
    ...callbacks.map(
      ({ receivedAt, status, amount, times }): StoryLine => ({
        at: receivedAt,
        who: 'callback',
        words: `Callback: ${status}, ${amount}${timesWords(times)}`,
        code: null,
      }),
    ),
    ...events.map(
      ({ at, type, deliveredAt }): StoryLine => ({
        at: deliveredAt ?? at,
        who: 'merchant',
        words: eventWords[type] ?? `The merchant is told: ${type}`,
        code: null,
      }),
    ),
  ]
  return lines.sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** Where an order stands, in one sentence. */
export function standing({ status, paid, amount, needsReview, attempts }: CheckoutStory): string {
  const isRefused = attempts.at(-1)?.state === 'refused'
  const attempt = attempts.length > 1 ? ` This is attempt ${attempts.length}.` : ''
  if (needsReview) return `Someone should look at this order.${attempt}`
  switch (status) {
    case 'choosing':
      return 'The payer has not chosen yet; nothing is reserved at the service.'
    case 'preparing':
      return `It is not known yet whether the service made the order.${attempt}`
    case 'pending':
      return `The payer can pay now; nothing is final.${attempt}`
    case 'succeeded':
      return paid && paid.value !== amount.value ? `Paid ${paid.value} of ${amount.value} asked.` : 'Paid.'
    case 'failed':
      if (isRefused) return `The service refused, and has no such order.${attempt}`
      return `Failed, and still watched: late money counts.${attempt}`
    case 'expired':
      return `The time to pay is over; late money counts.${attempt}`
  }
}
