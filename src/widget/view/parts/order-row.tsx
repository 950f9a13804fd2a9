import type { CheckoutModel } from '../screen-content.ts'
import { FieldRow } from './field-list.tsx'

/** The order reference, to copy. */
export function OrderRow({ model }: { model: CheckoutModel }) {
  const { order } = model.view
  return (
    <FieldRow
      model={model}
      name="order"
      label={model.t('orderReference')}
      groups={[order]}
      copyValue={order}
      isNumber={false}
    />
  )
}
