import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { writeToClipboard } from '../clipboard.ts'

/** A complete id with a button that copies it, or selects it if the browser forbids copying. */
export function Id({ children }: { children: string | null }) {
  const code = useRef<HTMLElement>(null)
  const isCopied = useSignal(false)
  if (children === null) return <span class="placeholder">–</span>
  async function copy(): Promise<void> {
    isCopied.value = await writeToClipboard(children ?? '')
    if (!isCopied.value && code.current !== null) getSelection()?.selectAllChildren(code.current)
  }
  return (
    <>
      <code class="id" ref={code}>
        {children}
      </code>{' '}
      <button
        type="button"
        class="copy"
        aria-label={`${isCopied.value ? 'Copied' : 'Copy'} ${children}`}
        onClick={() => void copy()}
      >
        {isCopied.value ? 'Copied' : 'Copy'}
      </button>
    </>
  )
}
