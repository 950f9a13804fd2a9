import { Component, createRef } from 'preact'
import type { QrModules } from '../../../contract/view.ts'
import { formatMoney } from '../format.ts'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { saveFile, shareFile, toFile } from './export.ts'
import { paintQr } from './paint.ts'
import { QrLines } from './qr-lines.tsx'
import { type QrContent, readQr } from './read-qr.ts'

interface Props {
  model: Model
  field: string
  /** The server's encoding of a text. */
  modules?: QrModules | null | undefined
}

/** A QR code with buttons to save and share it; a text if it cannot be shown. On a phone its text can be copied. */
export class QrCode extends Component<Props, { isPainted?: boolean }> {
  #canvas = createRef<HTMLCanvasElement>()
  #text = createRef<HTMLElement>()
  #content = readQr(this.props.field)
  #svgUri = svgDataUri(this.#content)
  #isMounted = true

  override componentDidMount() {
    if (!this.#content || !this.#canvas.current) return
    paintQr(this.#canvas.current, this.#content, this.props.model.page).then(
      () => this.#setPainted(true),
      () => this.#setPainted(false),
    )
  }

  override componentWillUnmount() {
    this.#isMounted = false
  }

  #setPainted(isPainted: boolean) {
    if (this.#isMounted) this.setState({ isPainted })
  }

  async #export(exportFile: (file: File) => unknown) {
    const { model, modules } = this.props
    if (model.state.unconfirmed) return
    const canvas = this.#canvas.current ?? document.createElement('canvas')
    // A file has pixels, which the encoder paints.
    if (modules && this.#content) await paintQr(canvas, this.#content, model.page)
    const file = await toFile(canvas, this.#content)
    if (file) await exportFile(file)
  }

  /** Includes amount and recipient. */
  #accessibleName(): string {
    const { t, state } = this.props.model
    const amount = state.view && formatMoney(state.view.amount, t.locale)
    const recipient = state.view?.action?.type === 'transfer' && state.view.action.recipient
    return [t('qr'), amount, recipient].filter(Boolean).join(', ')
  }

  override render({ model }: Props, { isPainted }: { isPainted?: boolean }) {
    const { t } = model
    const content = this.#content
    return (
      <>
        {content && isPainted !== false ? this.#image(isPainted) : <p class="note">{t('qrUnreadable')}</p>}
        {content?.type === 'text' && (
          <div class="field-row narrow">
            <span />
            <bdi ref={this.#text} {...noTranslate}>
              {content.text}
            </bdi>
            <CopyButton
              model={model}
              field="qr"
              label={t('qr')}
              text={content.text}
              selectTarget={this.#text}
            />
          </div>
        )}
      </>
    )
  }

  #image(isPainted: boolean | undefined) {
    const { model, modules } = this.props
    const { t, state } = model
    const canExport = (modules || isPainted) && !state.unconfirmed
    return (
      <>
        {modules ? (
          <QrLines modules={modules} label={this.#accessibleName()} />
        ) : this.#svgUri ? (
          <img
            class="qr-image"
            src={this.#svgUri}
            alt={this.#accessibleName()}
            onLoad={() => this.#setPainted(true)}
            onError={() => this.#setPainted(false)}
          />
        ) : (
          <canvas ref={this.#canvas} class="qr-image" role="img" aria-label={this.#accessibleName()} />
        )}
        <p class={canExport ? 'qr-actions' : 'qr-actions hidden'}>
          <button type="button" class="secondary" onClick={() => void this.#export(saveFile)}>
            {t('saveQr')}
          </button>
          {canExport && 'share' in navigator && (
            <button type="button" class="secondary" onClick={() => void this.#export(shareFile)}>
              {t('shareQr')}
            </button>
          )}
        </p>
      </>
    )
  }
}

/** An SVG of unknown origin is shown as an image, in which scripts do not run. */
function svgDataUri(content: QrContent | null): string | null {
  if (content?.type !== 'image' || content.mime !== 'image/svg+xml') return null
  return `data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(content.bytes))}`
}
