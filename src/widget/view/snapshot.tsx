import { type JSX, render } from 'preact'
import type { CheckoutView } from '../../contract/view.ts'
import { initialState, reduce } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'
import type { Model, PageServices } from './model.ts'
import { screenOf } from './screen-of.ts'
import { Widget } from './widget.tsx'

/** What a server renders: a view, the options and the language. */
export interface SnapshotProps extends Pick<Model, 'options' | 't'> {
  view: CheckoutView
  /** The payer chooses a method again, after a failure. */
  choosingAgain: boolean
  isLoopback: boolean
}

const ignore = () => undefined
const never = () => new Promise<never>(ignore)

/** A page without a payer: the same elements on a server and in every browser. */
const pageServices = {
  setTimer: () => ignore,
  loadQr: never,
  wasRedirected: () => false,
  markRedirected: ignore,
  navigateTop: () => false,
  emit: () => false,
} satisfies Partial<PageServices>

/** The widget at the moment `view.now`, before anything has happened in the page. */
export function Snapshot({ view, choosingAgain, options, t, isLoopback }: SnapshotProps): JSX.Element {
  const now = Date.parse(view.now)
  const received = reduce(initialState, { type: 'viewReceived', view, receivedAt: now })
  const state = { ...received, unconfirmed: true, choosingAgain }
  const session: Session = {
    state,
    subscribe: () => ignore,
    refresh: ignore,
    start: never,
    chooseAgain: ignore,
    reportSent: ignore,
    deleteCard: never,
    serverNow: () => now,
    stop: ignore,
  }
  const model: Model = {
    options,
    t,
    session,
    state,
    page: { ...pageServices, isLoopback },
    isWide: () => true,
    announce: ignore,
    onPress: ignore,
    followRedirect: () => false,
  }
  const content = screenOf(model)
  return <Widget model={model} content={content} isConnectionLost={false} announcement={content.heading} />
}

/** Whether an element has exactly the snapshot's content. A payer may have opened or closed `<details>`. */
export function isSnapshot(container: Element, props: SnapshotProps): boolean {
  const expected = container.cloneNode(false)
  if (!(expected instanceof HTMLElement)) return false
  render(<Snapshot {...props} />, expected)
  const shown = container.querySelectorAll('details')
  for (const [index, details] of expected.querySelectorAll('details').entries())
    details.open = shown[index]?.open ?? false
  const isSame = expected.isEqualNode(container)
  render(null, expected)
  return isSame
}
