import type { Model, PageServices } from '../model.ts'
import { FieldRow } from '../parts/field-list.tsx'
import { phrase } from './phrase.ts'

interface Props {
  model: Model
  url: string
  /** The address can be opened in any browser. */
  isPage?: boolean
}

/** After a press that left the payer here: what to do, and the address of a page. */
export function Unopened({ model, url, isPage }: Props) {
  const { t, redirector } = model
  if (redirector.unopenedUrl !== url) return null
  return (
    <>
      <p class="note" role="alert">
        {phrase(t, 'unopened')}
      </p>
      {isPage && (
        <dl class="field-list">
          <FieldRow model={model} name="formUrl" label="URL" copyValue={url} />
        </dl>
      )}
    </>
  )
}

/** A page may load slowly; an app opens at once. */
const openingMs = (url: string) => (/^http/.test(url) ? 8000 : 2000)

/**
 * Calls back once if the payer has not left the window, or the page, some time after a link: WebViews and sandboxed frames
 * ignore some links, and report nothing. Returns a function that cancels it.
 */
export function watchOpening(url: string, page: PageServices, onUnopened: () => void): () => void {
  const cancel = page.setTimer(openingMs(url), onUnopened)
  for (const type of ['blur', 'visibilitychange']) addEventListener(type, cancel, { once: true })
  return cancel
}
