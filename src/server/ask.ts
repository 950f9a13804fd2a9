import { cardToKeep } from './cards.ts'
import { change } from './change.ts'
import { type Kit, pipelineNamed } from './kit.ts'
import { messageOf } from './log.ts'
import type { News } from './rules/attempt.ts'
import { heard } from './rules/checkout.ts'
import type { Attempt, Entry } from './rules/model.ts'

/** Asks the service for an attempt's status, with that attempt's own key, and writes what was heard. */
export async function ask(kit: Kit, entry: Entry, attempt: Attempt, lease?: string): Promise<Entry | null> {
  const news = await lookUp(kit, attempt)
  const card = await cardToKeep(kit, entry, attempt, news)
  return await change(kit, entry.id, (current) => heard(current, attempt.n, news, kit.moment(), kit.policy), {
    ...(lease === undefined ? {} : { lease }),
    ...(card === null ? {} : { card }),
  })
}

async function lookUp(kit: Kit, attempt: Attempt): Promise<News> {
  const pipeline = pipelineNamed(kit, attempt.pipeline)
  if (pipeline === null) return { type: 'silent', why: 'its pipeline is not configured' }
  const id =
    attempt.externalId === null
      ? { externalTransactionId: attempt.externalTransactionId }
      : { externalId: attempt.externalId }
  if (!kit.circuit.allows()) return { type: 'silent', why: 'not asked: the service is not answering' }
  const from = kit.clock.now()
  const measured = (outcome: 'found' | 'missing' | 'silent'): void => {
    if (outcome === 'silent') kit.circuit.silent()
    else kit.circuit.answered()
    kit.options.onMeasure?.({
      type: 'lookup',
      profile: pipeline.profile,
      outcome,
      seconds: (kit.clock.now() - from) / 1000,
    })
  }
  try {
    const { service } = kit.options
    const answer = await (pipeline.profile === 'payout'
      ? service.payoutStatus({ key: pipeline.key }, id)
      : service.depositStatus({ key: pipeline.key }, id))
    measured(answer.outcome)
    switch (answer.outcome) {
      case 'found':
        return { type: 'found', order: answer.order }
      case 'missing':
        return { type: 'missing' }
      case 'silent':
        return { type: 'silent', why: answer.error.kind }
    }
  } catch (error) {
    measured('silent')
    return { type: 'silent', why: messageOf(error) }
  }
}
