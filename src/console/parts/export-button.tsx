import type { Filters, ListPage } from '../route.ts'
import type { Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'

/** Downloads what a list shows, all pages of it, as a CSV file. */
export function ExportButton({
  session,
  what,
  filters,
}: {
  session: Session
  what: ListPage
  filters: Filters
}) {
  const { busy, failure, submit } = useSubmission()
  return (
    <>
      <button
        type="button"
        class="button-secondary"
        disabled={busy.value}
        onClick={() =>
          submit(async () => saveFile(`${what}.csv`, await session.api.exportCsv(what, filters)))
        }
      >
        {busy.value ? 'Exporting…' : 'Export CSV'}
      </button>
      <ErrorAlert failure={failure.value} />
    </>
  )
}

/** Downloads one file. */
export function SaveButton({ label, name, load }: { label: string; name: string; load(): Promise<Blob> }) {
  const { busy, failure, submit } = useSubmission()
  return (
    <>
      <button
        type="button"
        class="button-secondary"
        disabled={busy.value}
        onClick={() => submit(async () => saveFile(name, await load()))}
      >
        {label}
      </button>
      <ErrorAlert failure={failure.value} />
    </>
  )
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
