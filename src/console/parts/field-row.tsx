import type { ComponentChildren } from 'preact'

/** A term with what is known of it. */
export function FieldRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
