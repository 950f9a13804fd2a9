import type { ComponentChildren } from 'preact'

/** A term and its value in a description list. */
export function FieldRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
