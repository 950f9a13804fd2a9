import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatMoney } from '../format.ts'
import type { Model } from '../model.ts'
import { type QrContent, readQr } from './content.ts'
import { canShareFiles, fileOf, save, share } from './keep.ts'
import { paintQr } from './paint.ts'

/** The code on its white tile, with ways to keep it; words instead where it is no code. */
export function QrCode({ model, field, hasFields }: { model: Model; field: string; hasFields: boolean }) {
  const t = model.t.value
  const view = model.state.value.view
  const condition = useSignal<'painting' | 'shown' | 'broken'>('painting')
  const canvas = useRef<HTMLCanvasElement>(null)
  const { loadQr } = model.around
  const content = useMemo(() => readQr(field), [field])
  const vector = useMemo(() => vectorOf(content), [content])

  useEffect(() => {
    let isHere = true
    const settle = (next: 'shown' | 'broken') => () => {
      if (isHere) condition.value = next
    }
    if (!content) condition.value = 'broken'
    else if (!vector && canvas.current) {
      paintQr(canvas.current, content, loadQr).then(settle('shown'), settle('broken'))
    }
    return () => {
      isHere = false
    }
  }, [content, vector, condition, loadQr])

  if (condition.value === 'broken') return <p class="note">{t(hasFields ? 'qrBroken' : 'qrBrokenAlone')}</p>
  const amount = view ? formatMoney(view.amount, t.locale) : ''
  const recipient = view?.action?.type === 'transfer' ? view.action.recipient : null
  const label = recipient ? t('qrAltTo', { amount, recipient }) : t('qrAlt', { amount })
  const keep = async (how: typeof save) => {
    const file = await fileOf(canvas.current, content)
    if (file) await how(file)
  }
  return (
    <div class="qr">
      {vector ? (
        <img
          class="tile"
          src={vector}
          alt={label}
          onLoad={() => {
            condition.value = 'shown'
          }}
          onError={() => {
            condition.value = 'broken'
          }}
        />
      ) : (
        <canvas ref={canvas} class="tile" role="img" aria-label={label} width={640} height={640} />
      )}
      <p class="keep" hidden={condition.value !== 'shown'}>
        <button type="button" class="quiet" onClick={() => void keep(save)}>
          {t('saveQr')}
        </button>
        {canShareFiles() && (
          <button type="button" class="quiet" onClick={() => void keep(share)}>
            {t('shareQr')}
          </button>
        )}
      </p>
    </div>
  )
}

/** A foreign drawing is shown as an image only, where nothing in it can run. */
function vectorOf(content: QrContent | null): string | null {
  if (content?.type !== 'image' || content.mime !== 'image/svg+xml') return null
  const binary = content.bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')
  return `data:image/svg+xml;base64,${btoa(binary)}`
}
