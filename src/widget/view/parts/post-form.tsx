import type { ComponentChildren } from 'preact'
import type { CheckoutModel } from '../screen-content.ts'

/** Handles a click instead of the form: the action may remove the button, so nothing is submitted after it. */
export const insteadOfForm = (action: () => void) => (event: Event) => {
  event.preventDefault()
  action()
}

interface Props {
  model: CheckoutModel
  /** Sent besides the number of attempts. */
  fields: Readonly<Record<string, string>>
  children: ComponentChildren
}

/** A form for browsers that run no script, on pages that receive it. A script handles the clicks on its buttons. */
export function PostForm({ model: { options, view }, fields, children }: Props) {
  if (!options.formAction) return <>{children}</>
  return (
    <form method="post" action={options.formAction}>
      {Object.entries({ ...fields, after: String(view.attempt) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
