import type { Model } from '../model.ts'
import { FieldRow } from './field-list.tsx'

/** After a press that left the payer here: the address of the payment page, to open in a browser. */
export function UnopenedPage({ model, url }: { model: Model; url: string }) {
  const { t, redirector } = model
  if (redirector.unopenedUrl !== url) return null
  return (
    <>
      <p class="note">{t('unopened')}</p>
      <dl class="field-list">
        <FieldRow model={model} name="formUrl" label="URL" groups={[url]} copyValue={url} isNumber={false} />
      </dl>
    </>
  )
}
