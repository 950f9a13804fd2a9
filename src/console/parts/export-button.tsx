import type { Filters, ListPage } from '../route.ts'
import type { Session } from '../session.ts'
import { ActionButton } from './action-form.tsx'

interface Props {
  label: string
  /** While the file is loading. Default: the label. */
  busyLabel?: string | undefined
  name: string
  load(): Promise<Blob>
}

/** Downloads one file. */
export const SaveButton = ({ label, busyLabel, name, load }: Props) => (
  <ActionButton run={async () => saveFile(name, await load())} busyLabel={busyLabel}>
    {label}
  </ActionButton>
)

interface ExportProps {
  session: Session
  what: ListPage
  filters: Filters
}

/** Downloads what a list shows, all pages of it, as a CSV file. */
export const ExportButton = ({ session, what, filters }: ExportProps) => (
  <SaveButton
    label="Export CSV"
    busyLabel="Exporting…"
    name={`${what}.csv`}
    load={() => session.api.exportCsv(what, filters)}
  />
)

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
