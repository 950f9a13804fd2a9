import type { CheckoutStory } from 'paypane/contract'
import { useFeed } from '../feed.ts'
import { AttemptCard } from '../parts/attempt.tsx'
import { Callbacks, Events } from '../parts/exchanges.tsx'
import { Badge, Fact, Heading, Id, Moment, ReviewBadge, Sum, Trouble } from '../parts/small.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { everything, hashOf } from '../route.ts'
import type { Session } from '../session.ts'
import { timelineOf } from '../timeline.ts'
import { checkoutSentence, toneOf } from '../words/status.ts'

/** Seconds between two looks: what is over seldom changes. */
const pace = ({ final, needsReview }: CheckoutStory): number => (final && !needsReview ? 30 : 3)

/** One checkout's whole story. */
export function Checkout({ session, id }: { session: Session; id: string }) {
  const feed = useFeed((stop) => session.api.checkout(id, stop), pace)
  const story = feed.value.value
  const title = story === null ? 'Checkout' : `Order ${story.order}`
  return (
    <>
      <div class="head">
        <a href={hashOf({ page: 'checkouts', ...everything })}>Checkouts</a>
        <Heading title={title}>{title}</Heading>
      </div>
      <Trouble failure={feed.failure.value} again={feed.refresh} />
      {story === null ? (
        <p class="quiet-line">{feed.failure.value === null ? 'Loading…' : ''}</p>
      ) : (
        <>
          <section class="card lead" aria-label="How it stands">
            <p class="sentence">{checkoutSentence(story)}</p>
            <div class={`thread ${toneOf[story.status]}`}>
              <i />
            </div>
            <p class="badges">
              <Badge status={story.status} />
              {story.needsReview && <ReviewBadge />}
              <span class="hint">
                {story.final ? 'Final: nothing can change any more.' : 'Not final: it is being watched.'}
              </span>
            </p>
            <dl class="facts">
              <Fact name="Asked">
                <Sum of={story.amount} />
              </Fact>
              <Fact name="Paid">
                <Sum of={story.paid} />
              </Fact>
              <Fact name="Created">
                <Moment at={story.createdAt} />
              </Fact>
              <Fact name="Changed">
                <Moment at={story.updatedAt} />
              </Fact>
              <Fact name="Payer's time until">
                <Moment at={story.expiresAt} />
              </Fact>
              <Fact name="Checkout">
                <Id>{story.id}</Id>
              </Fact>
            </dl>
          </section>
          <div class="columns">
            <div>
              {story.attempts.toReversed().map((attempt) => (
                <AttemptCard
                  key={attempt.attempt}
                  attempt={attempt}
                  kind="checkout"
                  settle={async (act) => feed.put(await session.api.settleCheckout(id, act))}
                />
              ))}
              <Callbacks callbacks={story.callbacks} />
              <Events events={story.events} />
            </div>
            <Timeline steps={timelineOf(story.attempts, story.events)} attempts={story.attempts.length} />
          </div>
        </>
      )}
    </>
  )
}
