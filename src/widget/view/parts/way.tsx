import type { ComponentChildren } from 'preact'

interface Props {
  name: string
  hint?: string
  choose: () => void
  /** Something else that can be done with it. */
  children?: ComponentChildren
}

/** A way to pay, as one large button. */
export function Way({ name, hint, choose, children }: Props) {
  return (
    <li class="way">
      <button type="button" onClick={choose}>
        <bdi>{name}</bdi>
        {hint && <small>{hint}</small>}
      </button>
      {children}
    </li>
  )
}
