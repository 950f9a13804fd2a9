import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { insteadOfForm } from './post-form.tsx'

interface Props {
  icon: IconName
  name: string
  hint?: string
  onSelect: () => void
  /** The method that the button submits where no script runs. */
  method?: string | undefined
  /** Other actions for this method. */
  children?: ComponentChildren
}

export function MethodButton({ icon, name, hint, onSelect, method, children }: Props) {
  return (
    <li class="method">
      <button
        type={method ? 'submit' : 'button'}
        name={method && 'method'}
        value={method}
        onClick={insteadOfForm(onSelect)}
      >
        <Icon name={icon} />
        <span>
          <bdi>{name}</bdi>
          {hint && <small>{hint}</small>}
        </span>
      </button>
      {children}
    </li>
  )
}
