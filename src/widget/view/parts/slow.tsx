import { Component } from 'preact'
import { loaded, type Model } from '../model.ts'

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
    const { model, isShort } = this.props
    const { page, t } = model
    this.#cancel = page.setTimer(slowAfterMs, () => {
      this.setState({ waitedMs: slowAfterMs })
      if (isShort) model.announce(t('slow'))
      this.#cancel = page.setTimer(contactAfterMs - slowAfterMs, () =>
        this.setState({ waitedMs: contactAfterMs }),
      )
    })
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  override render({ model, isShort }: Props, { waitedMs = 0 }: { waitedMs?: number }) {
    const { view } = model.state
    const { Contact } = loaded(model.unpaidScreens) ?? {}
    return (
      <>
        {isShort && waitedMs > 0 && <p class="note">{model.t('slow')}</p>}
        {view && Contact && waitedMs === contactAfterMs && <Contact model={{ ...model, view }} />}
      </>
    )
  }
}
