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

interface State {
  announcement?: string
}

/**
 * The time left. At zero the session requests the view: only the server decides that the checkout has expired. It has a live
 * region of its own, so that neither the end of its announcements nor that of others cuts another off.
 */
export class Countdown extends Component<Props, State> {
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
    const { t, page, rerender } = this.props.model
    const timeLeftMs = this.#leftMs()
    const announcement = timeLeftAnnouncement(timeLeftMs, this.#beforeMs, t)
    this.#beforeMs = timeLeftMs
    if (announcement) {
      this.#cancelAnnouncement()
      this.#cancelAnnouncement = page.setTimer(announcedMs, () => this.setState({ announcement: '' }))
      // More time is offered, or the payer is advised not to start.
      rerender()
    }
    this.setState(announcement ? { announcement } : {})
    // Also at zero: the device's clock may be corrected, and with the next response there is time left again.
    this.#cancel = page.setTimer((timeLeftMs > 0 && timeLeftMs % 1000) || 1000, () => this.#tick())
  }

  override render({ model: { t } }: Props, { announcement }: State) {
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
        <span class="visually-hidden" aria-live="polite">
          {announcement}
        </span>
      </>
    )
  }
}
