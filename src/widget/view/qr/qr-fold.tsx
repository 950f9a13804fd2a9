import type { Model } from '../model.ts'
import { QrCode } from './qr-code.tsx'

/** Narrower than this, the pane is on the phone that pays: fields to copy come first, and the code folds away. */
const phoneWidth = 480

interface Props {
  model: Model
  field: string
  hasFields: boolean
}

export function QrFold({ model, field, hasFields }: Props) {
  const { t } = model
  return (
    <details class="fold qr-fold" ref={(fold) => open(fold, hasFields)}>
      <summary>
        <span class="narrow">{t('showQr')}</span>
        <span class="wide">{t('scan')}</span>
      </summary>
      <QrCode key={field} model={model} field={field} hasFields={hasFields} />
    </details>
  )
}

const settled = new WeakSet<HTMLDetailsElement>()

/** Once, when it appears; from then on the payer decides. */
function open(fold: HTMLDetailsElement | null, hasFields: boolean): void {
  if (!fold || settled.has(fold)) return
  settled.add(fold)
  fold.open = !hasFields || (fold.parentElement?.clientWidth ?? 0) >= phoneWidth
}
