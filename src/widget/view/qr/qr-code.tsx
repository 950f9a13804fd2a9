import { Component, type RefObject } from 'preact'
import { phrase } from '../deferred/phrase.ts'
import type { Model } from '../model.ts'
import { FieldRow } from '../parts/field-list.tsx'
import type { FilePurpose } from './export.ts'
import type { Qr, QrCodes } from './open-qr.ts'
import { textOf } from './read-qr.ts'

interface Props {
  model: Model
  field: string
  /** The accessible name. */
  label: string
  /** A server encoded it, and `QrLines` shows it. */
  isEncoded: boolean
}

interface State {
  /** Its code is to be loaded: at once, or where the server has encoded it, once it is on the screen. */
  isNeeded?: boolean
  /** Loaded on demand; null if it is unreadable. */
  qr?: Qr | null
  /** False if it cannot be shown. */
  isPainted?: boolean
  /** It may not have been saved. */
  isUnsaved?: boolean
}

/**
 * A QR code with buttons to save and share it; a text if it cannot be shown. On a phone its text can be copied. The
 * buttons appear when their code is loaded, since a browser saves and shares only within a press.
 */
export class QrCode extends Component<Props, State> {
  #canvas: RefObject<HTMLCanvasElement | null> = { current: null }
  #actions: RefObject<HTMLParagraphElement | null> = { current: null }
  #cancelLoading: () => void = () => undefined

  override componentDidMount() {
    const actions = this.#actions.current
    const load = () => this.setState({ isNeeded: true })
    if (this.props.isEncoded && actions) this.#cancelLoading = whenVisible(actions, load)
    else load()
  }

  /** After each rendering of the widget, so also when the connection has returned after a failure. */
  override componentDidUpdate() {
    const { field, model } = this.props
    const { isNeeded, qr } = this.state
    if (!isNeeded || qr !== undefined) return
    void model.load('qr')
    if (model.code.qr) this.#open(model.code.qr, field)
  }

  override componentWillUnmount() {
    this.#cancelLoading()
  }

  #open({ openQr }: QrCodes, field: string) {
    try {
      const qr = openQr(field)
      this.setState({ qr }, () => void this.#paint(qr))
    } catch {
      this.setState({ qr: null })
    }
  }

  async #paint(qr: Qr) {
    const canvas = this.#canvas.current
    if (this.props.isEncoded || qr.svgUri || !canvas) return
    const isPainted = await qr.paint(canvas).then(
      () => true,
      () => false,
    )
    this.setState({ isPainted })
  }

  async #export(qr: Qr, purpose: FilePurpose) {
    const { page, announce, t } = this.props.model
    const isUnsaved = !(await qr.export(this.#canvas.current, purpose, (url) =>
      page.emit({ type: 'open', url, kind: 'qr', purpose }),
    ))
    this.setState({ isUnsaved })
    if (isUnsaved) announce(phrase(t, 'qrNotSaved'))
  }

  override render({ model, field, isEncoded }: Props, { qr, isPainted, isUnsaved }: State) {
    const { t } = model
    const isMissing = !isEncoded && (model.code.qr === null || qr === null || isPainted === false)
    const text = qr ? qr.text : (isEncoded || isMissing) && textOf(field)
    return (
      <>
        {isMissing ? <p class="note">{phrase(t, 'qrUnreadable')}</p> : this.#image()}
        {isUnsaved && <p class="note">{phrase(t, 'qrNotSaved')}</p>}
        {text && (
          <dl class={isMissing ? 'field-list' : 'field-list narrow'}>
            <FieldRow model={model} name="qr" label={phrase(t, 'qrText')} copyValue={text} />
          </dl>
        )}
      </>
    )
  }

  #image() {
    const { model, label, isEncoded } = this.props
    const { qr, isPainted } = this.state
    const ready = (isEncoded || isPainted) && !model.state.unconfirmed && qr
    const exportButton = (action: FilePurpose) => (
      <button type="button" class="secondary" onClick={() => ready && void this.#export(ready, action)}>
        {phrase(model.t, `${action}Qr`)}
      </button>
    )
    return (
      <>
        {isEncoded ? null : qr?.svgUri ? (
          <img
            class="qr-image"
            src={qr.svgUri}
            alt={label}
            onLoad={() => this.setState({ isPainted: true })}
            onError={() => this.setState({ isPainted: false })}
          />
        ) : (
          <canvas ref={this.#canvas} class="qr-image" role="img" aria-label={label} />
        )}
        <p class="note scan">{phrase(model.t, 'scanQr')}</p>
        <p ref={this.#actions} class={ready ? 'qr-actions' : 'qr-actions hidden'}>
          {exportButton('save')}
          {ready && 'share' in navigator && exportButton('share')}
        </p>
        <p class="note narrow">{phrase(model.t, 'saveQrHint')}</p>
      </>
    )
  }
}

/** Runs a callback once, when the element has been painted on the screen; returns a function that cancels it. */
function whenVisible(element: Element, callback: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    callback()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
