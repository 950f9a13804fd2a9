import { Component, createRef } from 'preact'
import type { QrModules } from '../../../contract/view.ts'
import { formatMoney } from '../format.ts'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { phrase } from '../unpaid/phrase.ts'
import type { FilePurpose } from './export.ts'
import type { Qr } from './open-qr.ts'
import { QrLines } from './qr-lines.tsx'
import { textOf } from './qr-text.ts'

interface Props {
  model: Model
  field: string
  /** The server's encoding of a text. */
  modules?: QrModules | null | undefined
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
 * A QR code with buttons to save and share it; a text if it cannot be shown. On a phone its text can be copied. What the
 * server encoded is painted at once. The buttons appear when the code behind them is loaded, since a browser saves and
 * shares only within a press.
 */
export class QrCode extends Component<Props, State> {
  #canvas = createRef<HTMLCanvasElement>()
  #actions = createRef<HTMLParagraphElement>()
  #text = createRef<HTMLElement>()
  #cancelLoading: () => void = () => undefined

  override componentDidMount() {
    const { modules, model } = this.props
    const actions = this.#actions.current
    if (modules && actions) this.#cancelLoading = model.page.whenVisible(actions, () => void this.#load())
    else void this.#load()
  }

  override componentWillUnmount() {
    this.#cancelLoading()
  }

  async #load() {
    const { field, modules, model } = this.props
    try {
      const openQr = await model.page.loadQr()
      const qr = openQr(field)
      this.setState({ qr })
      const canvas = this.#canvas.current
      if (modules || qr.svgUri || !canvas) return
      await qr.paint(canvas)
      this.setState({ isPainted: true })
    } catch {
      if (!modules) this.setState({ isPainted: false })
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

  /** Includes amount and recipient. */
  #accessibleName(): string {
    const { t, state } = this.props.model
    const amount = state.view && formatMoney(state.view.amount, t.locale)
    const recipient = state.view?.action?.type === 'transfer' && state.view.action.recipient
    return [t('qr'), amount, recipient].filter(Boolean).join(', ')
  }

  override render({ model, field, modules }: Props, { qr, isPainted, isUnsaved }: State) {
    const { t } = model
    const text = modules ? textOf(field) : qr?.text
    return (
      <>
        {isPainted === false ? <p class="note">{phrase(t, 'qrUnreadable')}</p> : this.#image()}
        {isUnsaved && <p class="note">{phrase(t, 'qrNotSaved')}</p>}
        {text && (
          <div class="field-row narrow">
            <span />
            <bdi ref={this.#text} {...noTranslate}>
              {text}
            </bdi>
            <CopyButton model={model} field="qr" label={t('qr')} text={text} selectTarget={this.#text} />
          </div>
        )}
      </>
    )
  }

  #image() {
    const { model, modules } = this.props
    const { qr, isPainted } = this.state
    const ready = (modules || isPainted) && !model.state.unconfirmed && qr
    const exportButton = (action: FilePurpose) => (
      <button type="button" class="secondary" onClick={() => ready && void this.#export(ready, action)}>
        {phrase(model.t, `${action}Qr`)}
      </button>
    )
    return (
      <>
        {modules ? (
          <QrLines modules={modules} label={this.#accessibleName()} />
        ) : qr?.svgUri ? (
          <img
            class="qr-image"
            src={qr.svgUri}
            alt={this.#accessibleName()}
            onLoad={() => this.setState({ isPainted: true })}
            onError={() => this.setState({ isPainted: false })}
          />
        ) : (
          <canvas ref={this.#canvas} class="qr-image" role="img" aria-label={this.#accessibleName()} />
        )}
        <p ref={this.#actions} class={ready ? 'qr-actions' : 'qr-actions hidden'}>
          {exportButton('save')}
          {ready && 'share' in navigator && exportButton('share')}
        </p>
      </>
    )
  }
}
