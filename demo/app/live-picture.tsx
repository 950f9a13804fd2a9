import type { Message } from '../traffic/message.ts'
import type { DemoState } from './demo-state.ts'
import { isForged } from './message-labels.ts'
import { shippingOf, storyOf } from './story.ts'

/** The participants with their latest messages, the newest sentence of the story, and the state of the shop's order. */
export function LivePicture({ state }: { state: DemoState }) {
  const { messages, events, serverUp, detail } = state
  const line = storyOf(messages, events).at(-1)
  const shipping = detail && shippingOf(detail)
  const forged = messages.findLast(isForged)
  const genuine = messages.filter((message) => !isForged(message))
  return (
    <section class="picture" aria-label="Live picture">
      <ol class="participants" aria-label="Participants">
        <li class="participant">Payer’s page</li>
        <Connection messages={genuine} end="page" />
        <li class={serverUp ? 'participant' : 'participant down'}>
          {serverUp ? 'Shop’s server' : 'Server killed'}
        </li>
        <Connection messages={genuine} end="service" />
        <li class="participant">Payments service</li>
        {forged && (
          <>
            <li class="connection forged" aria-hidden="true">
              <i key={forged.id} class="to-left" />
            </li>
            <li class="participant stranger">Stranger</li>
          </>
        )}
      </ol>
      <p class="picture-line">
        {shipping && <strong class={shipping.tone}>{shipping.text}</strong>}
        <span class={line?.tone}>{line?.text ?? 'The payer is in the shop.'}</span>
      </p>
    </section>
  )
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
