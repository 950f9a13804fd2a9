import type { PayoutStory } from 'paypane/contract'
import { useFeed } from '../feed.ts'
import { AttemptCard } from '../parts/attempt.tsx'
import { Callbacks, Events } from '../parts/exchanges.tsx'
import { Badge, Fact, Heading, Moment, ReviewBadge, Sum, Trouble } from '../parts/small.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { everything, hashOf } from '../route.ts'
import type { Session } from '../session.ts'
import { timelineOf } from '../timeline.ts'
import { payoutSentence, toneOf } from '../words/status.ts'
import { alreadyThere } from './new-payout.tsx'

/** Seconds between two looks: closely while it is under way. */
const pace = ({ status }: PayoutStory): number => (status === 'succeeded' || status === 'failed' ? 30 : 2)

/** One payout, followed. */
export function Payout({ session, reference }: { session: Session; reference: string }) {
  const feed = useFeed((stop) => session.api.payout(reference, stop), pace)
  const story = feed.value.value
  const title = `Payout ${reference}`
  return (
    <>
      <div class="head">
        <a href={hashOf({ page: 'payouts', ...everything })}>Payouts</a>
        <Heading title={title}>{title}</Heading>
      </div>
      {alreadyThere.value === reference && (
        <p class="notice" role="status">
          A payout with this reference was there already, and is shown here. No second one was made.
        </p>
      )}
      <Trouble failure={feed.failure.value} again={feed.refresh} />
      {story === null ? (
        <p class="quiet-line">{feed.failure.value === null ? 'Loading…' : ''}</p>
      ) : (
        <>
          <section class="card lead" aria-label="How it stands">
            <p class="sentence" role="status">
              {payoutSentence(story)}
            </p>
            <div class={`thread ${toneOf[story.status]}`}>
              <i />
            </div>
            <p class="badges">
              <Badge status={story.status} />
              {story.needsReview && <ReviewBadge />}
            </p>
            <dl class="facts">
              <Fact name="Asked">
                <Sum of={story.amount} />
              </Fact>
              <Fact name="Paid out">
                <Sum of={story.paid} />
              </Fact>
              <Fact name="Created">
                <Moment at={story.createdAt} />
              </Fact>
              <Fact name="Changed">
                <Moment at={story.updatedAt} />
              </Fact>
            </dl>
          </section>
          <div class="columns">
            <div>
              {story.attempts.map((attempt) => (
                <AttemptCard
                  key={attempt.attempt}
                  attempt={attempt}
                  kind="payout"
                  settle={async (act) => feed.put(await session.api.settlePayout(reference, act))}
                />
              ))}
              <Callbacks callbacks={story.callbacks} />
              <Events events={story.events} />
            </div>
            <Timeline steps={timelineOf(story.attempts, story.events)} attempts={1} />
          </div>
        </>
      )}
    </>
  )
}
