import type { AttemptStory, Settle } from 'paypane/contract'
import type { z } from 'zod'
import { grouped } from '../format.ts'
import { reasonText } from '../words/reason.ts'
import { findings } from '../words/review.ts'
import { attemptWords, methodWords } from '../words/status.ts'
import { SettleForm } from './settle.tsx'
import { Badge, Fact, Id, Moment, Sum } from './small.tsx'

interface Props {
  attempt: z.infer<typeof AttemptStory>
  kind: 'checkout' | 'payout'
  settle(act: Settle): Promise<void>
}

/** One create call: what is known of it, and what an operator can do about it. */
export function AttemptCard({ attempt, kind, settle }: Props) {
  const { review } = attempt
  const open = review !== null && review.settled === null
  const way = attempt.method === null ? '' : `${wayWords(attempt.method)}, `
  return (
    <section class={open ? 'card attempt asks' : 'card attempt'} aria-label={`Attempt ${attempt.attempt}`}>
      <header>
        <h2>
          {kind === 'checkout' ? `Attempt ${attempt.attempt}` : 'At the service'}
          <small>
            {way}pipeline {attempt.pipeline}
          </small>
        </h2>
        <Badge status={attempt.state} words={attemptWords[attempt.state]} />
      </header>
      {open && (
        <div class="finding">
          <h3>{findings[review.reason].title}</h3>
          <p>
            Since <Moment at={review.since} />. {findings[review.reason].known}
          </p>
          <p>{findings[review.reason].todo}</p>
        </div>
      )}
      <dl class="facts">
        <Fact name="externalTransactionId">
          <Id>{attempt.externalTransactionId}</Id>
        </Fact>
        <Fact name="externalId">
          <Id>{attempt.externalId}</Id>
        </Fact>
        <Fact name="Asked">
          <Sum of={attempt.asked} />
        </Fact>
        <Fact name="The service reports">
          {attempt.status ?? <span class="none">nothing yet</span>}
          {attempt.reported !== null && `, ${grouped(attempt.reported)}`}
        </Fact>
        {attempt.reason !== null && <Fact name="Why">{reasonText(attempt.reason)}</Fact>}
        <Fact name="Paypane asks next">
          {attempt.nextAsk === null ? 'never' : <Moment at={attempt.nextAsk} />}
        </Fact>
        {review?.settled && (
          <Fact name={`Settled by ${review.settled.by === 'operator' ? 'the operator' : 'what was heard'}`}>
            <Moment at={review.settled.at} />: {review.settled.note}
          </Fact>
        )}
      </dl>
      {open ? (
        <SettleForm attempt={attempt} kind={kind} settle={settle} />
      ) : (
        <details>
          <summary>Ask the service now</summary>
          <SettleForm attempt={attempt} kind={kind} settle={settle} />
        </details>
      )}
    </section>
  )
}

const wayWords = (method: string): string =>
  method === 'transfer' || method === 'form' || method === 'saved-card' ? methodWords[method] : method
