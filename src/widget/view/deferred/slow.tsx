import { Component } from 'preact'
import type { Model } from '../model.ts'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'

const slowAfterMs = 5000
const contactAfterMs = 20_000

interface Props {
  model: Model
  /** The request usually takes a moment. */
  isShort: boolean
}

/** After a while: that it takes longer than usual, and how to get help. */
export class Slow extends Component<Props, { waitedMs?: number }> {
  #cancel: () => void = () => undefined

  override componentDidMount() {
    this.#cancel = this.props.model.page.setTimer(slowAfterMs, () => this.#showSlow())
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  #showSlow() {
    const { model, isShort } = this.props
    this.setState({ waitedMs: slowAfterMs })
    if (isShort) model.announce(phrase(model.t, 'slow'))
    this.#cancel = model.page.setTimer(contactAfterMs - slowAfterMs, () =>
      this.setState({ waitedMs: contactAfterMs }),
    )
  }

  override render({ model, isShort }: Props, { waitedMs = 0 }: { waitedMs?: number }) {
    const { view } = model.state
    return (
      <>
        {isShort && waitedMs > 0 && <p class="note">{phrase(model.t, 'slow')}</p>}
        {view && waitedMs === contactAfterMs && <Contact model={{ ...model, view }} />}
      </>
    )
  }
}
