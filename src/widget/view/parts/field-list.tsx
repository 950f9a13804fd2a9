import type { TransferAction } from '../../../contract/view.ts'
import { fieldsOf } from '../fields.ts'
import type { Model } from '../model.ts'
import { FieldRow } from './field-row.tsx'

/** The instructions that came; what did not come has no row. */
export function FieldList({ model, action }: { model: Model; action: TransferAction }) {
  return (
    <dl class="field-list">
      {fieldsOf(action).map((field) => (
        <FieldRow key={field.name} model={model} label={model.t(field.name)} {...field} />
      ))}
    </dl>
  )
}
