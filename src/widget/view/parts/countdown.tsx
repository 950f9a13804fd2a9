import { Component } from 'preact'
import type { Translator } from '../../i18n/translator.ts'
import { formatTimeLeft } from '../format.ts'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'

/** The times at which the countdown is announced, in seconds left. */
const announceAtSeconds = [300, 60, 30]

interface Props {
  model: Model
  expiresAt: string
}

/** The time left by the server's clock. At zero it stops; the session asks the server whether the checkout expired. */
export class Countdown extends Component<Props> {
  #cancel: () => void = () => undefined

  override componentDidMount() {
    this.#tick()
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  #leftMs(): number {
    return Date.parse(this.props.expiresAt) - this.props.model.session.serverNow()
  }

  #tick() {
    const { t, announce, page } = this.props.model
    const timeLeftMs = this.#leftMs()
    const seconds = Math.ceil(timeLeftMs / 1000)
    if (announceAtSeconds.includes(seconds)) announce(timeLeftAnnouncement(seconds, t))
    this.setState({})
    if (timeLeftMs > 0) this.#cancel = page.setTimer(timeLeftMs % 1000 || 1000, () => this.#tick())
  }

  override render({ model: { t } }: Props) {
    return (
      <span class="countdown" role="timer" {...noTranslate}>
        {formatTimeLeft(this.#leftMs(), t)}
      </span>
    )
  }
}

function timeLeftAnnouncement(seconds: number, t: Translator): string {
  return seconds < 60
    ? t('secondsLeftAnnouncement', { count: seconds })
    : t('minutesLeftAnnouncement', { count: seconds / 60 })
}
