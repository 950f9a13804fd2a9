import type { ComponentChildren } from 'preact'

interface Props {
  name: string
  hint?: string
  onSelect: () => void
  /** Something else that can be done with it. */
  children?: ComponentChildren
}

/** A way to pay, as one large button. */
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
