import type { CheckoutModel } from '../model.ts'
import { insteadOfForm, PostForm } from './post-form.tsx'

interface Props {
  model: CheckoutModel
  /** What the form sends in a browser that runs no script. */
  fields: Readonly<Record<string, string>>
  class: string
  label: string
  onPress: () => void
}

/** A button for an action of the payer, in a form of its own where the page receives forms. */
export function PostButton({ model, fields, class: className, label, onPress }: Props) {
  return (
    <PostForm model={model} fields={fields}>
      <button
        type={model.options.formAction ? 'submit' : 'button'}
        class={className}
        onClick={insteadOfForm(() => model.onPress(onPress))}
      >
        {label}
      </button>
    </PostForm>
  )
}
