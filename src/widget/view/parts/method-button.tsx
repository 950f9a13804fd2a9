import type { ComponentChildren } from 'preact'

interface Props {
  name: string
  hint?: string
  onSelect: () => void
  /** Other actions for this method. */
  children?: ComponentChildren
}

/** A payment method as a large button. */
export function MethodButton({ name, hint, onSelect, children }: Props) {
  return (
    <li class="method">
      <button type="button" onClick={onSelect}>
        <bdi>{name}</bdi>
        {hint && <small>{hint}</small>}
      </button>
      {children}
    </li>
  )
}
