/** A receipt of a claim that is being written. */
export interface DraftReceipt {
  id: string
  name: string
  state: 'uploading' | 'done' | 'refused' | 'failed'
  /** How much of it has been sent, from 0 to 1; undefined where the page gives its own `fetch`. */
  progress?: number | undefined
}

/** A claim that is being written. */
export interface ClaimDraft {
  values: Record<string, string>
  receipts: DraftReceipt[]
}

/** The tab's storage; in a page that may use none, a reload loses the draft. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What the payer typed, and the receipts that the server has: the files are not kept in the browser. */
export function loadDraft(key: string): ClaimDraft {
  const empty = { values: {}, receipts: [] }
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const values: unknown = Reflect.get(stored, 'values')
    const receipts: unknown = Reflect.get(stored, 'receipts')
    return {
      values: Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => isText(value))),
      receipts: Object.entries(receipts ?? {}).flatMap(([id, name]) =>
        isText(name) ? [{ id, name, state: 'done' as const }] : [],
      ),
    }
  } catch {
    return empty
  }
}

/** Null: the claim is sent. */
export function saveDraft(key: string, draft: ClaimDraft | null): void {
  try {
    if (!draft) {
      storage()?.removeItem(key)
      return
    }
    const done = draft.receipts.filter(({ state }) => state === 'done')
    const receipts = Object.fromEntries(done.map(({ id, name }) => [id, name]))
    // The payer's digits are typed again rather than kept.
    const { lastDigits: _, ...values } = draft.values
    storage()?.setItem(key, JSON.stringify({ values, receipts }))
  } catch {
    // The storage is full or forbidden: the draft lives as long as the page.
  }
}
