import type { ComponentChildren } from 'preact'
import { needsReplace } from '../../core/reducer.ts'
import type { CheckoutModel } from '../model.ts'

/** Handles a click instead of the form: the action may remove the button, so nothing is submitted after it. */
export const insteadOfForm = (action: () => void) => (event: Event) => {
  event.preventDefault()
  action()
}

interface InputProps {
  model: CheckoutModel
  /** Sent besides the number of attempts. */
  fields: Readonly<Record<string, string>>
}

interface Props extends InputProps {
  children: ComponentChildren
}

/** The inputs of a form that the payer does not see. */
export const HiddenInputs = ({ model: { view }, fields }: InputProps) =>
  Object.entries({ ...fields, after: String(view.attempts) }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))

/** Of a form that starts an attempt. */
export const replaceFields = (view: CheckoutModel['view']): { replace?: string } =>
  needsReplace(view) ? { replace: 'true' } : {}

/** A form for browsers that run no script, on pages that receive it. A script handles the clicks on its buttons. */
export function PostForm({ model, fields, children }: Props) {
  const { formAction } = model.options
  if (!formAction) return children
  return (
    <form method="post" action={formAction}>
      <HiddenInputs model={model} fields={fields} />
      {children}
    </form>
  )
}
