import type { Method } from '../../../contract/view.ts'
import { needsReplace } from '../../core/reducer.ts'
import { PostButton } from '../parts/post-button.tsx'
import { replaceFields } from '../parts/post-form.tsx'
import type { CheckoutModel } from '../screen-content.ts'

interface Props {
  model: CheckoutModel
  class: string
  label: string
  /** Default: the payer chooses among several. */
  method?: Method | undefined
}

/** Starts another attempt. Among several methods or cards the payer chooses; a single method is started directly. */
export function StartAgain({ model, class: className, label, method: given }: Props) {
  const { session, view } = model
  const { method, methods } = view
  const onlyMethod = given ?? (methods.length > 1 ? null : (methods[0] ?? method))
  const nextMethod = onlyMethod === 'saved-card' ? null : onlyMethod
  return (
    <PostButton
      model={model}
      fields={nextMethod ? { act: 'start', method: nextMethod, ...replaceFields(view) } : { act: 'choose' }}
      class={className}
      label={label}
      onPress={() =>
        nextMethod
          ? void session.start({ method: nextMethod, replace: needsReplace(view) || undefined })
          : session.chooseAgain(true)
      }
    />
  )
}
