import { Component } from 'preact'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { formatTimeLeft, leftMs, timeLeftAnnouncement, urgentMs } from './time-left.ts'

interface Props {
  model: Model
  expiresAt: string
}

/** The time left. At zero the session requests the view: only the server decides that the checkout has expired. */
export class Countdown extends Component<Props> {
  #cancel: () => void = () => undefined
  #room = ''

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
    const { t, announce, page } = this.props.model
    const timeLeftMs = this.#leftMs()
    const announcement = timeLeftAnnouncement(timeLeftMs, t)
    if (announcement) announce(announcement)
    this.setState({})
    // Also at zero: the device's clock may be corrected, and with the next response there is time left again.
    this.#cancel = page.setTimer((timeLeftMs > 0 && timeLeftMs % 1000) || 1000, () => this.#tick())
  }

  override render({ model: { t } }: Props) {
    const timeLeftMs = this.#leftMs()
    const text = t('payWithin', { time: formatTimeLeft(timeLeftMs, t) })
    // With less time it is shorter: in the room of the first, the heading does not wrap again.
    this.#room ||= text
    return (
      <>
        <span class="hidden">{this.#room}</span>
        <span class={timeLeftMs > urgentMs ? '' : 'urgent'} role="timer" {...noTranslate}>
          {text}
        </span>
      </>
    )
  }
}
