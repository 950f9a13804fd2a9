import type { CheckoutDetail } from 'paypane/contract'
import type { Message } from '../traffic/message.ts'
import type { SeenEvent } from './demo-state.ts'
import { isForged, textAt } from './message-labels.ts'
import { fill, type Words } from './words/en.ts'

/** Who does it; `yourShop` receives the outcome. */
export type Actor = 'payer' | 'yourServer' | 'service' | 'stranger' | 'yourShop'
export type Tone = 'plain' | 'good' | 'bad'

export interface StoryLine {
  id: string
  actor: Actor
  text: string
  tone: Tone
  /** How often it happened in a row. */
  count: number
}

/** What happened, before it is put into words. */
interface Step {
  actor: Actor
  key: keyof Words
  tone: Tone
  /** The service's own word for a status that the demo does not know. */
  status?: string | undefined
}

const step = (actor: Actor, key: keyof Words, tone: Tone = 'plain'): Step => ({ actor, key, tone })
const bad = (actor: Actor, key: keyof Words): Step => step(actor, key, 'bad')

const choices: Record<string, keyof Words> = {
  transfer: 'choosesTransfer',
  form: 'choosesForm',
  'saved-card': 'choosesSavedCard',
}

const eventSteps: Record<string, Step> = {
  'checkout.succeeded': step('yourShop', 'eventSucceeded', 'good'),
  'checkout.corrected': step('yourShop', 'eventCorrected', 'good'),
  'checkout.underpaid': bad('yourShop', 'eventUnderpaid'),
  'checkout.failed': bad('yourShop', 'eventFailed'),
  'checkout.expired': step('yourShop', 'eventExpired'),
  'checkout.overpaid': bad('yourShop', 'eventOverpaid'),
  'checkout.needs_review': bad('yourShop', 'eventNeedsReview'),
  'checkout.claimed': step('yourShop', 'eventClaimed'),
  'checkout.claim_resolved': step('yourShop', 'eventClaimResolved'),
  'checkout.refund_requested': step('yourShop', 'eventRefundRequested'),
  'checkout.refunded': step('yourShop', 'eventRefunded', 'good'),
  'checkout.refund_failed': bad('yourShop', 'eventRefundFailed'),
}

/** What the shop receives. */
function byEvent({ type, isWatched }: SeenEvent): Step | null {
  if (type === 'checkout.failed' && !isWatched) return bad('yourShop', 'eventNotPaid')
  if (type === 'checkout.expired' && !isWatched) return step('yourShop', 'eventTimeOver')
  return eventSteps[type] ?? null
}

const isBroken = ({ status }: Message) => status === 'disconnected' || status === 'aborted' || status === 502

function byPage(message: Message): Step | null {
  const { path, method, request } = message
  if (message.status === 'aborted') return null
  if (isBroken(message)) return bad('payer', 'unreachable')
  if (path.endsWith('/checkouts')) return step('payer', 'opens')
  if (path.endsWith('/attempts'))
    return step('payer', choices[textAt(request, 'method') ?? ''] ?? 'triesAgain')
  if (path.endsWith('/sent')) return step('payer', 'saysSent')
  if (path.endsWith('/extend')) return step('payer', 'wantsTime')
  if (path.endsWith('/claim')) return step('payer', 'addsClaim')
  if (path.includes('/receipts/')) return step('payer', 'addsReceipt')
  return method === 'DELETE' ? step('payer', 'removesCard') : null
}

type Known = 'Open' | 'Paid' | 'Failed' | 'Other'
const known: Record<string, Known> = {
  Init: 'Open',
  Created: 'Open',
  Processing: 'Open',
  Success: 'Paid',
  Failed: 'Failed',
}

function byService(message: Message): Step {
  const status = textAt(message.request, 'status') ?? ''
  if (isForged(message)) return bad('stranger', 'forges')
  if (isBroken(message)) return bad('service', 'reportsToNobody')
  return { ...step('service', `reports${known[status] ?? 'Other'}`), status }
}

function byServer(message: Message): Step | null {
  const { path, status, response } = message
  if (path.includes('/balance')) return null
  const isLookup = path.includes('/status')
  if (isBroken(message)) return bad('yourServer', isLookup ? 'looksUpNothing' : 'requestBreaks')
  const code = typeof status === 'number' ? status : 200
  if (!isLookup) {
    if (code >= 499) return bad('yourServer', 'requestFails')
    return code >= 400 ? bad('yourServer', 'requestRefused') : step('yourServer', 'requests')
  }
  if (code === 404) return step('yourServer', 'looksUpMissing')
  if (code >= 400) return bad('yourServer', 'looksUpNothing')
  const found = textAt(response, 'orderStatus')
  // While there is no response yet.
  if (found === null) return null
  return { ...step('yourServer', `looksUp${known[found] ?? 'Other'}`), status: found }
}

const stepOf = { page: byPage, service: byService, server: byServer }

/** The story of this order, oldest first. Polls without changes are left out. */
export function storyOf(
  messages: readonly Message[],
  events: readonly SeenEvent[],
  words: Words,
): StoryLine[] {
  const steps = [
    ...messages.map((message) => ({
      at: message.at,
      id: `m${message.id}`,
      step: stepOf[message.from](message),
    })),
    ...events.map((event) => ({ at: event.seenAt, id: event.id, step: byEvent(event) })),
  ].sort((a, b) => a.at - b.at)
  const story: StoryLine[] = []
  for (const { id, step: one } of steps) {
    if (one === null) continue
    const text = fill(words[one.key], { status: one.status ?? '?' })
    const last = story.at(-1)
    if (last?.text === text) last.count += 1
    else story.push({ id, actor: one.actor, text, tone: one.tone, count: 1 })
  }
  return story
}

/** Consecutive lines of one actor together. */
export function storyParts(story: readonly StoryLine[]) {
  const parts: { actor: Actor; lines: StoryLine[] }[] = []
  for (const line of story) {
    const last = parts.at(-1)
    if (last?.actor === line.actor) last.lines.push(line)
    else parts.push({ actor: line.actor, lines: [line] })
  }
  return parts
}

/** The order as the merchant's own system sees it. */
export function shippingOf(
  { order, status, needsReview }: CheckoutDetail,
  words: Words,
): { text: string; tone: Tone } {
  if (needsReview) return { text: fill(words.decide, { order }), tone: 'bad' }
  if (status === 'succeeded') return { text: fill(words.mayShip, { order }), tone: 'good' }
  return { text: fill(words.unpaid, { order }), tone: 'plain' }
}
