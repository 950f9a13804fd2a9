import { FieldRow } from '../parts/field-list.tsx'
import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'

/** The order reference, to copy. */
export function OrderRow({ model }: { model: CheckoutModel }) {
  const { order } = model.view
  return (
    <FieldRow
      model={model}
      name="order"
      label={phrase(model.t, 'orderReference')}
      groups={[order]}
      copyValue={order}
      isNumber={false}
    />
  )
}
