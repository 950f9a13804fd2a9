import { useSignal } from '@preact/signals'
import { writeToClipboard } from '../clipboard.ts'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Id } from './id.tsx'

/** Creates a payment link and copies it. If the browser forbids copying, the link is shown. */
export function CopyLink({ createLink }: { createLink(): Promise<string> }) {
  const { busy, failure, submit } = useSubmission()
  const shown = useSignal<{ url: string; isCopied: boolean } | null>(null)

  async function copy(): Promise<void> {
    const url = await createLink()
    const isCopied = await writeToClipboard(url)
    shown.value = { url, isCopied }
  }

  return (
    <>
      <button type="button" class="button-secondary" disabled={busy.value} onClick={() => void submit(copy)}>
        Copy link
      </button>
      <span role="status">{shown.value?.isCopied ? ' Copied. It is valid for seven days.' : ''}</span>
      {shown.value?.isCopied === false && <Id>{shown.value.url}</Id>}
      <ErrorAlert failure={failure.value} />
    </>
  )
}
