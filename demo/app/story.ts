import type { CheckoutDetail } from 'paypane/contract'
import type { Message } from '../traffic/message.ts'
import type { SeenEvent } from './demo-state.ts'
import { isForged, textAt } from './message-labels.ts'

export interface StoryLine {
  id: string
  text: string
  tone: 'plain' | 'good' | 'bad'
  /** How often it happened in a row. */
  count: number
}

type Sentence = Pick<StoryLine, 'text' | 'tone'> | null

const plain = (text: string): Sentence => ({ text, tone: 'plain' })
const bad = (text: string): Sentence => ({ text, tone: 'bad' })

const choices: Record<string, string> = {
  transfer: 'The payer chooses the bank transfer.',
  form: 'The payer chooses the card form.',
  'saved-card': 'The payer chooses a saved card.',
}

const eventSentences: Record<string, Sentence> = {
  'checkout.succeeded': { text: 'The shop is notified: paid, the order may ship.', tone: 'good' },
  'checkout.corrected': { text: 'The shop is notified: the money arrived after all.', tone: 'good' },
  'checkout.underpaid': bad('The shop is notified: too little was paid, an operator decides.'),
  'checkout.failed': bad('The shop is notified: not paid. The server keeps watching.'),
  'checkout.expired': plain('The time is over. The server keeps watching.'),
  'checkout.overpaid': bad('The shop is notified: paid twice.'),
  'checkout.needs_review': bad('The shop is notified: an operator decides.'),
  'checkout.claimed': plain('The shop is notified: the payer claims that the money was sent.'),
  'checkout.claim_resolved': plain('The shop is notified: the claim is decided.'),
  'checkout.refund_requested': plain('The shop is notified: money goes back to the payer.'),
  'checkout.refunded': { text: 'The shop is notified: the refund was sent.', tone: 'good' },
  'checkout.refund_failed': bad('The shop is notified: the refund was not sent.'),
}

const isBroken = ({ status }: Message) => status === 'disconnected' || status === 'aborted' || status === 502

function fromPage(message: Message): Sentence {
  const { path, method, request } = message
  if (message.status === 'aborted') return null
  if (isBroken(message))
    return bad('The page does not reach the server. It keeps the details and tries again.')
  if (path.endsWith('/checkouts')) return plain('The payer opens the checkout.')
  if (path.endsWith('/attempts'))
    return plain(choices[textAt(request, 'method') ?? ''] ?? 'The payer starts another attempt.')
  if (path.endsWith('/sent')) return plain('The payer reports the money as sent.')
  if (path.endsWith('/extend')) return plain('The payer asks for more time.')
  if (path.endsWith('/claim')) return plain('The payer adds details to the claim.')
  if (path.includes('/receipts/')) return plain('The payer adds a receipt.')
  return method === 'DELETE' ? plain('The payer removes a saved card.') : null
}

function fromService(message: Message): Sentence {
  const status = textAt(message.request, 'status') ?? 'an unknown status'
  if (isForged(message))
    return bad(`A stranger reports “${status}” with a wrong signature: rejected, nothing changes.`)
  return isBroken(message)
    ? bad(`The service reports “${status}”, but the server is down.`)
    : plain(`The service reports “${status}”.`)
}

function fromServer(message: Message): Sentence {
  const { path, status, response } = message
  if (path.includes('/balance')) return null
  const isLookup = path.includes('/status')
  if (isBroken(message))
    return bad(
      isLookup
        ? 'The server looks up the order: no response.'
        : 'The connection breaks: the order may exist or not.',
    )
  const code = typeof status === 'number' ? status : 200
  if (!isLookup) {
    if (code >= 499) return bad('The service fails: the order may exist or not.')
    return code >= 400
      ? bad('The service refuses the order.')
      : plain('The server creates the order at the service.')
  }
  if (code === 404) return plain('The server looks up the order: it does not exist.')
  if (code >= 400) return bad('The server looks up the order: no reliable response.')
  const found = textAt(response, 'orderStatus')
  return plain(found ? `The server looks up the order: “${found}”.` : 'The server looks up the order.')
}

const sentenceOf = { page: fromPage, service: fromService, server: fromServer }

/** The story of this order as sentences, oldest first. Polls without changes are left out. */
export function storyOf(messages: readonly Message[], events: readonly SeenEvent[]): StoryLine[] {
  const lines = [
    ...messages.map((message) => ({
      at: message.at,
      id: `m${message.id}`,
      sentence: sentenceOf[message.from](message),
    })),
    ...events.map(({ id, type, seenAt }) => ({ at: seenAt, id, sentence: eventSentences[type] ?? null })),
  ].sort((a, b) => a.at - b.at)
  const story: StoryLine[] = []
  for (const { id, sentence } of lines) {
    if (sentence === null) continue
    const last = story.at(-1)
    if (last?.text === sentence.text) last.count += 1
    else story.push({ ...sentence, id, count: 1 })
  }
  return story
}

/** The order as the merchant's own system sees it. */
export function shippingOf({ order, status, needsReview }: CheckoutDetail): Pick<StoryLine, 'text' | 'tone'> {
  if (needsReview) return { text: `Order ${order} waits for a decision`, tone: 'bad' }
  if (status === 'succeeded') return { text: `Order ${order} may ship`, tone: 'good' }
  return { text: `Order ${order} is not paid yet`, tone: 'plain' }
}
