import type { Model } from '../model.ts'
import { QrCode } from './qr-code.tsx'

interface Props {
  model: Model
  field: string
  /** There are numbers to copy besides, which come first on a phone. */
  hasFields: boolean
}

/** The code, folded away where the phone that shows it is the one that pays. */
export function QrFold({ model, field, hasFields }: Props) {
  return (
    <details class="qr" open={model.isWide || !hasFields}>
      <summary>{model.t('qr')}</summary>
      <QrCode key={field} model={model} field={field} />
    </details>
  )
}
