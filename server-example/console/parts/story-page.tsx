import type { CheckoutStory, PayoutStory, Settle } from 'paypane/contract'
import type { ComponentChildren } from 'preact'
import { useFeed } from '../feed.ts'
import { everything, hashOf } from '../route.ts'
import { timelineOf } from '../timeline.ts'
import { toneOf } from '../words/status.ts'
import { AttemptCard } from './attempt.tsx'
import { Callbacks, Events } from './exchanges.tsx'
import { Badge, Fact, Heading, Moment, ReviewBadge, Sum, Trouble } from './small.tsx'
import { Timeline } from './timeline.tsx'

interface Props<Story> {
  kind: 'checkout' | 'payout'
  list: { page: 'checkouts' | 'payouts'; name: string }
  title(story: Story | null): string
  load(stop: AbortSignal): Promise<Story>
  /** Seconds between two looks. */
  pace(story: Story): number
  settle(act: Settle): Promise<Story>
  /** How it stands, in one sentence. */
  sentence(story: Story): string
  /** How the money is called that has moved. */
  paid: string
  hint?(story: Story): string
  facts?(story: Story): ComponentChildren
  /** Stands before the story. */
  children?: ComponentChildren
}

/** What a checkout's story and a payout's have in common: how it stands, its attempts, what was said, the timeline. */
export function StoryPage<Story extends CheckoutStory | PayoutStory>({ children, ...about }: Props<Story>) {
  const feed = useFeed(about.load, about.pace)
  const story = feed.value.value
  const title = about.title(story)
  return (
    <>
      <div class="head">
        <a href={hashOf({ page: about.list.page, ...everything })}>{about.list.name}</a>
        <Heading title={title}>{title}</Heading>
      </div>
      {children}
      <Trouble failure={feed.failure.value} again={feed.refresh} />
      {story === null ? (
        <p class="quiet-line">{feed.failure.value === null ? 'Loading…' : ''}</p>
      ) : (
        <>
          <section class="card lead" aria-label="How it stands">
            <p class="sentence" role="status">
              {about.sentence(story)}
            </p>
            <div class={`thread ${toneOf[story.status]}`}>
              <i />
            </div>
            <p class="badges">
              <Badge status={story.status} />
              {story.needsReview && <ReviewBadge />}
              {about.hint && <span class="hint">{about.hint(story)}</span>}
            </p>
            <dl class="facts">
              <Fact name="Asked">
                <Sum of={story.amount} />
              </Fact>
              <Fact name={about.paid}>
                <Sum of={story.paid} />
              </Fact>
              <Fact name="Created">
                <Moment at={story.createdAt} />
              </Fact>
              <Fact name="Changed">
                <Moment at={story.updatedAt} />
              </Fact>
              {about.facts?.(story)}
            </dl>
          </section>
          <div class="columns">
            <div>
              {story.attempts.toReversed().map((attempt) => (
                <AttemptCard
                  key={attempt.attempt}
                  attempt={attempt}
                  kind={about.kind}
                  settle={async (act) => feed.put(await about.settle(act))}
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
