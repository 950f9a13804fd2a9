/** A receipt of a claim that is being written. */
export interface DraftReceipt {
  id: string
  name: string
  /** `lost`: the page was left before it was uploaded, so the file has to be chosen again. */
  state: 'uploading' | 'done' | 'refused' | 'failed' | 'lost'
  /** How much of it has been sent, from 0 to 1; undefined where the page gives its own `fetch`. */
  progress?: number | undefined
}

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

const receiptsOf = (stored: object, key: string, state: DraftReceipt['state']): DraftReceipt[] =>
  Object.entries<unknown>(Reflect.get(stored, key) ?? {}).flatMap(([id, name]) =>
    isText(name) ? [{ id, name, state }] : [],
  )

/** What the payer typed, and the receipts: those that the server has, and names of the others. No file is kept in the browser. */
export function loadDraft(key: string): ClaimDraft {
  const empty = { values: {}, receipts: [] }
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const values: unknown = Reflect.get(stored, 'values')
    return {
      values: Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => isText(value))),
      receipts: [...receiptsOf(stored, 'receipts', 'done'), ...receiptsOf(stored, 'missing', 'lost')],
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
    const namesOf = (applies: (receipt: DraftReceipt) => boolean) =>
      Object.fromEntries(draft.receipts.filter(applies).map(({ id, name }) => [id, name]))
    const receipts = namesOf(({ state }) => state === 'done')
    const missing = namesOf(({ state }) => state !== 'done' && state !== 'refused')
    // The payer's digits are typed again rather than kept.
    const { lastDigits: _, ...values } = draft.values
    storage()?.setItem(key, JSON.stringify({ values, receipts, missing }))
  } catch {
    // The storage is full or forbidden: the draft lives as long as the page.
  }
}
