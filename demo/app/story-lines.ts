import type { CheckoutStory } from 'paypane/contract'

export interface StoryLine {
  at: string
  who: 'server' | 'service' | 'callback' | 'merchant'
  words: string
  code: string | null
}

const eventWords: Record<string, string> = {
  'checkout.succeeded': 'Paid',
  'checkout.failed': 'Failed',
  'checkout.corrected': 'Corrected, the money came after all',
  'checkout.amount_changed': 'Another amount than asked',
  'checkout.expired': 'The time to pay is over',
  'checkout.overpaid': 'Paid twice',
  'checkout.needs_review': 'Someone should look at this',
}

const timesWords = (times: number) => (times > 1 ? ` (${times} times)` : '')
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One checkout's whole story in words, newest first. */
export function storyLines({ attempts, callbacks, events }: CheckoutStory): StoryLine[] {
  const heard: StoryLine[] = [
    ...attempts.flatMap(({ timeline }) =>
      timeline.map(
        ({ time, action, code, words }): StoryLine => ({
          at: time ?? '',
          who: 'service',
          words: words ?? action ?? 'Something happened',
          code,
        }),
      ),
    ),
    ...callbacks.map(
      ({ receivedAt, status, amount, times }): StoryLine => ({
        at: receivedAt,
        who: 'callback',
        words: `${status}, ${amount}${timesWords(times)}`,
        code: null,
      }),
    ),
    ...attempts.flatMap(({ story }) =>
      story
        // Callbacks stand above, with how often they came.
        .filter(({ what }) => !/^callback/i.test(what))
        .map(
          ({ at, what, times }): StoryLine => ({
            at,
            who: 'server',
            words: sentence(what) + timesWords(times),
            code: null,
          }),
        ),
    ),
    ...events.map(
      ({ at, type, deliveredAt }): StoryLine => ({
        at: deliveredAt ?? at,
        who: 'merchant',
        words: eventWords[type] ?? sentence(type),
        code: null,
      }),
    ),
  ]
  // Of the same moment, what was told last stands first: the list is newest first.
  return heard.reverse().sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
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
