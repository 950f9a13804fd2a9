import { Component } from 'preact'
import type { Session } from '../../core/session.ts'
import { formatTimeLeft } from '../format.ts'
import { loaded, type Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'

const urgentMs = 300_000

interface Props {
  model: Model
  expiresAt: string
}

/** The time left by the server's clock, in milliseconds. */
export const leftMs = (expiresAt: string, session: Session): number =>
  Date.parse(expiresAt) - session.serverNow()

/** The time left. At zero it stops; the session asks the server whether the checkout expired. */
export class Countdown extends Component<Props> {
  #cancel: () => void = () => undefined

  override componentDidMount() {
    this.#tick()
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  #leftMs(): number {
    return leftMs(this.props.expiresAt, this.props.model.session)
  }

  #tick() {
    const { t, announce, page, unpaidScreens } = this.props.model
    const timeLeftMs = this.#leftMs()
    const announcement = loaded(unpaidScreens)?.timeLeftAnnouncement(timeLeftMs, t)
    if (announcement) announce(announcement)
    this.setState({})
    if (timeLeftMs > 0) this.#cancel = page.setTimer(timeLeftMs % 1000 || 1000, () => this.#tick())
  }

  override render({ model: { t } }: Props) {
    const timeLeftMs = this.#leftMs()
    return (
      <span class={timeLeftMs > urgentMs ? 'countdown' : 'countdown urgent'} role="timer" {...noTranslate}>
        {t('payWithin', { time: formatTimeLeft(timeLeftMs, t) })}
      </span>
    )
  }
}
