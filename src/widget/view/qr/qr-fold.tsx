import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Model } from '../model.ts'
import { QrCode } from './qr-code.tsx'

/** Narrower than this, the pane is on the phone that pays: fields to copy come first, and the code folds away. */
const phoneWidth = 480

export function QrFold({ model, field, hasFields }: { model: Model; field: string; hasFields: boolean }) {
  const t = model.t.value
  const fold = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    const width = fold.current?.parentElement?.clientWidth ?? 0
    if (fold.current) fold.current.open = !hasFields || width >= phoneWidth
  }, [hasFields])
  return (
    <details class="fold qr-fold" ref={fold}>
      <summary>
        <span class="narrow">{t('showQr')}</span>
        <span class="wide">{t('scan')}</span>
      </summary>
      <QrCode model={model} field={field} hasFields={hasFields} />
    </details>
  )
}
