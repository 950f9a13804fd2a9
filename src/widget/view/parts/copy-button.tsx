import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { copyText, selectText } from '../clipboard.ts'
import type { Model } from '../model.ts'

const lapseMs = 2500

interface Props {
  model: Model
  /** The name that the page is told. */
  field: string
  /** What the payer reads it as. */
  label: string
  text: string
  /** What is selected where copying is refused. */
  shown: () => Element | null
}

/** Copies a value, and says so only when it was. Both words keep their place, so that nothing moves. */
export function CopyButton({ model, field, label, text, shown }: Props) {
  const { t, around, said, tell } = model
  const isCopied = useSignal(false)
  const cancelLapse = useRef<() => void>(() => undefined)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => () => cancelLapse.current(), [])

  const copy = async () => {
    if (!button.current) return
    const isDone = await copyText(text, button.current.getRootNode())
    cancelLapse.current()
    isCopied.value = isDone
    said.value = isDone ? t.value('copiedField', { field: label }) : t.value('notCopied')
    if (isDone) {
      cancelLapse.current = around.after(lapseMs, () => {
        isCopied.value = false
      })
      tell({ type: 'copy', field })
      return
    }
    const element = shown()
    if (element) selectText(element)
  }

  return (
    <button
      ref={button}
      type="button"
      class={isCopied.value ? 'copy copied' : 'copy'}
      aria-label={t.value('copyField', { field: label })}
      onClick={() => void copy()}
    >
      <span class="before">{t.value('copy')}</span>
      <span class="after">{t.value('copied')}</span>
    </button>
  )
}
