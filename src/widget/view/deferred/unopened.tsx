import type { Model } from '../model.ts'
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
