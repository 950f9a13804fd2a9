import { Component } from 'preact'
import type { Translator } from '../../i18n/translator.ts'
import { formatTimeLeft } from '../format.ts'
import type { Model } from '../model.ts'

/** Said aloud when the clock shows them, in seconds left. */
const spokenAt = [300, 60, 30]

interface Props {
  model: Model
  expiresAt: string
}

/** The time left by the server's clock. It is silent but for a few moments, and ends by asking, not by claiming. */
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
    const { t, say, around } = this.props.model
    const left = this.#leftMs()
    const seconds = Math.ceil(left / 1000)
    if (spokenAt.includes(seconds)) say(speak(seconds, t))
    this.setState({})
    if (left > 0) this.#cancel = around.after(left % 1000 || 1000, () => this.#tick())
  }

  override render({ model: { t } }: Props) {
    return (
      <span class="time" role="timer" translate={false}>
        {formatTimeLeft(this.#leftMs(), t)}
      </span>
    )
  }
}

function speak(seconds: number, t: Translator): string {
  return seconds < 60
    ? t('secondsLeftSpoken', { count: seconds })
    : t('minutesLeftSpoken', { count: seconds / 60 })
}
