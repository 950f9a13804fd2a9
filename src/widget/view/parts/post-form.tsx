import type { ComponentChildren } from 'preact'
import type { CheckoutModel } from '../screen-content.ts'

interface Props {
  model: CheckoutModel
  /** Sent besides the number of attempts. */
  fields: Readonly<Record<string, string>>
  children: ComponentChildren
}

/** A form for browsers that run no script, on pages that receive it. With a script its buttons act by themselves. */
export function PostForm({ model: { options, view }, fields, children }: Props) {
  if (!options.formAction) return <>{children}</>
  return (
    <form method="post" action={options.formAction} onSubmit={(event) => event.preventDefault()}>
      {Object.entries({ ...fields, after: String(view.attempt) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
