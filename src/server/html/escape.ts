import { html } from 'hono/html'

/** Text as HTML, also inside a quoted attribute. */
export const escapeHtml = (text: string): string => String(html`${text}`)

/** JSON as the content of a `<script type="application/json">`, which no text in it can end. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Attributes of an element; those without a value are left out. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`))
    .join('')
