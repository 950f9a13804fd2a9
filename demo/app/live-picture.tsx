import type { Message } from '../traffic/message.ts'
import type { DemoState } from './demo-state.ts'
import { isForged } from './message-labels.ts'
import { type StoryLine, shippingOf, storyOf } from './story.ts'
import type { Words } from './words/en.ts'

/** The participants with their latest messages, the newest sentence of the story, and the state of the shop's order. */
export function LivePicture({ state, words }: { state: DemoState; words: Words }) {
  const { messages, events, serverUp, detail } = state
  const line = storyOf(messages, events, words).at(-1)
  const shipping = detail && shippingOf(detail, words)
  const forged = messages.findLast(isForged)
  const genuine = messages.filter((message) => !isForged(message))
  return (
    <section aria-label="Live picture">
      <ol class="participants" aria-label="Participants">
        <li class="participant">{words.page}</li>
        <Connection messages={genuine} end="page" />
        <li class={serverUp ? 'participant' : 'participant down'}>
          {serverUp ? words.yourServer : words.killed}
        </li>
        <Connection messages={genuine} end="service" />
        <li class="participant">{words.service}</li>
        {forged && (
          <>
            <li class="connection forged" aria-hidden="true">
              <i key={forged.id} class="to-left" />
            </li>
            <li class="participant stranger">{words.stranger}</li>
          </>
        )}
      </ol>
      <p class="picture-line">
        {shipping && <strong class={shipping.tone}>{shipping.text}</strong>}
        <span class={line?.tone}>{captionOf(line, words)}</span>
      </p>
    </section>
  )
}

/** What the shop gets needs no name before it. */
function captionOf(line: StoryLine | undefined, words: Words): string {
  if (!line) return words.inShop
  return line.actor === 'yourShop' ? line.text : `${words[line.actor]}: ${line.text}`
}

/** The connection between the server and another participant; each message is animated once. */
function Connection({ messages, end }: { messages: readonly Message[]; end: 'page' | 'service' }) {
  const last = messages.findLast(({ from, to }) => from === end || to === end)
  const isRightward = last?.to === 'service' || last?.from === 'page'
  return (
    <li class="connection" aria-hidden="true">
      {last && <i key={last.id} class={isRightward ? 'to-right' : 'to-left'} />}
    </li>
  )
}
