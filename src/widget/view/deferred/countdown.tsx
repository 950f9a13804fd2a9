import { Component } from 'preact'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { formatTimeLeft, leftMs, timeLeftAnnouncement, urgentMs } from './time-left.ts'

/** As long as an announcement stays: who reads on to it later would read a time that is over. */
const announcedMs = 7000

interface Props {
  model: Model
  expiresAt: string
}

/** The time left. At zero the session requests the view: only the server decides that the checkout has expired. */
export class Countdown extends Component<Props> {
  #cancel: () => void = () => undefined
  #cancelAnnouncement: () => void = () => undefined
  #beforeMs = 0
  #room = ''

  override componentDidMount() {
    this.#tick()
  }

  override componentWillUnmount() {
    this.#cancel()
    this.#cancelAnnouncement()
  }

  #leftMs(): number {
    return leftMs(this.props.expiresAt, this.props.model.session)
  }

  #tick() {
    const { t, announce, page } = this.props.model
    const timeLeftMs = this.#leftMs()
    const announcement = timeLeftAnnouncement(timeLeftMs, this.#beforeMs, t)
    this.#beforeMs = timeLeftMs
    if (announcement) {
      this.#cancelAnnouncement()
      announce(announcement)
      this.#cancelAnnouncement = page.setTimer(announcedMs, () => announce(''))
    }
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
