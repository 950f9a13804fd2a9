import { Component, type RefObject } from 'preact'
import { phrase } from '../deferred/phrase.ts'
import type { Model } from '../model.ts'
import { FieldRow } from '../parts/field-list.tsx'
import type { FilePurpose } from './export.ts'
import type { Qr } from './open-qr.ts'
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
  /** Loaded on demand. */
  qr?: Qr
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
    const { isEncoded } = this.props
    const actions = this.#actions.current
    if (isEncoded && actions) this.#cancelLoading = whenVisible(actions, () => void this.#load())
    else void this.#load()
  }

  override componentWillUnmount() {
    this.#cancelLoading()
  }

  async #load() {
    const { field, isEncoded, model } = this.props
    try {
      await model.load('qr')
      const qr = model.code.qr?.openQr(field)
      if (!qr) throw new Error('Not loaded')
      this.setState({ qr })
      const canvas = this.#canvas.current
      if (isEncoded || qr.svgUri || !canvas) return
      await qr.paint(canvas)
      this.setState({ isPainted: true })
    } catch {
      if (!isEncoded) this.setState({ isPainted: false })
    }
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
    const text = isEncoded ? textOf(field) : qr?.text
    return (
      <>
        {isPainted === false ? <p class="note">{phrase(t, 'qrUnreadable')}</p> : this.#image()}
        {isUnsaved && <p class="note">{phrase(t, 'qrNotSaved')}</p>}
        {text && (
          <dl class="field-list narrow">
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
