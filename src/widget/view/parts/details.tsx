import type { TransferAction } from '../../../contract/view.ts'
import { fieldsOf } from '../fields.ts'
import type { Model } from '../model.ts'
import { Detail } from './detail.tsx'

/** The instructions that came; what did not come has no row. */
export function Details({ model, action }: { model: Model; action: TransferAction }) {
  return (
    <dl class="details">
      {fieldsOf(action).map((field) => (
        <Detail key={field.name} model={model} label={model.t(field.name)} {...field} />
      ))}
    </dl>
  )
}
