import type { ComponentChildren } from 'preact'
import type { Method } from '../../../contract/view.ts'
import { insteadOfForm } from './post-form.tsx'

interface Props {
  name: string
  hint?: string
  onSelect: () => void
  /** The method that the button submits where no script runs. */
  method?: Method | undefined
  /** Other actions for this method. */
  children?: ComponentChildren
}

/** A payment method as a large button. */
export function MethodButton({ name, hint, onSelect, method, children }: Props) {
  return (
    <li class="method">
      <button
        type={method ? 'submit' : 'button'}
        name={method && 'method'}
        value={method}
        onClick={insteadOfForm(onSelect)}
      >
        <bdi>{name}</bdi>
        {hint && <small>{hint}</small>}
      </button>
      {children}
    </li>
  )
}
