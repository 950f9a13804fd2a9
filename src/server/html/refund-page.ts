import type { PayerField } from '../../contract/view.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { refundText } from '../../widget/view/deferred/refunds.tsx'
import { errorText, labelOf, phrase } from '../../widget/view/payer-fields/text.ts'
import type { RefundContent } from '../pages.ts'
import { attributes, escapeHtml } from './escape.ts'
import { refundTexts } from './refund-texts.ts'

export const refundCss = `
form { display: grid; gap: 16px; max-width: 30em }
form label { display: grid; gap: 4px; font-weight: 600 }
form small { font-weight: 400 }
form :is(input, select) { min-height: 48px; padding: 0 12px; font: inherit; font-weight: 400; color: inherit; background: Field; border: 1px solid GrayText; border-radius: 8px }
form [aria-invalid] { border-color: light-dark(#a5351c, #ff9f86) }
form [role="alert"] { font-weight: 400; color: light-dark(#a5351c, #ff9f86) }
form button { min-height: 48px; padding: 0 20px; font: inherit; font-weight: 600; color: light-dark(#fff, #10141c); background: light-dark(#23439b, #9db4ff); border: 0; border-radius: 8px }
`

/** The title and the content of a refund's page; null: its address is not valid any more. */
export function refundHtml(content: RefundContent | null, t: Translator): { title: string; main: string } {
  const texts = refundTexts(t.locale)
  if (content === null) return { title: texts.gone, main: `<p>${escapeHtml(texts.gone)}</p>` }
  const { amount, order, state } = content
  const [title, stateText] = refundText(t, { amount, state: state === 'withdrawn' ? 'requested' : state })
  const main =
    state === 'requested'
      ? `<p>${escapeHtml(texts.where)}</p>${formHtml(content, t, texts.send)}`
      : `<p role="status">${escapeHtml(stateText || texts.gone)}</p>`
  return {
    title,
    main: `<p><bdi>${escapeHtml(t('order', { order }))}</bdi></p><h1>${escapeHtml(title)}</h1>${main}`,
  }
}

const formHtml = (content: RefundContent, t: Translator, send: string): string =>
  `<form${attributes({ method: 'post', action: content.formAction })}>${content.fields
    .map((field) => fieldHtml(field, content, t))
    .join('')}<button>${escapeHtml(send)}</button></form>`

function fieldHtml(field: PayerField, { values, invalid }: RefundContent, t: Translator): string {
  const { key, kind, required, maxLength, options = [], hint } = field
  const rule = invalid.find((wrong) => wrong.key === key)?.rule
  const value = values[key] ?? ''
  const common = {
    name: `fields[${key}]`,
    required: required ? '' : undefined,
    'aria-invalid': rule === undefined ? undefined : 'true',
  }
  const optional = required ? '' : ` ${phrase(t, 'fieldOptional')}`
  const input =
    kind === 'select'
      ? `<select${attributes(common)}>${[{ value: '', label: '' }, ...options]
          .map(
            (option) =>
              `<option${attributes({ value: option.value, selected: option.value === value ? '' : undefined })}>${escapeHtml(option.label)}</option>`,
          )
          .join('')}</select>`
      : `<input${attributes({
          ...common,
          value,
          dir: 'auto',
          type: kind === 'email' || kind === 'tel' ? kind : 'text',
          inputmode: kind === 'digits' ? 'numeric' : undefined,
          maxlength: maxLength === undefined ? undefined : String(maxLength),
          autocomplete: 'off',
        })}>`
  const error = rule === undefined ? '' : `<span role="alert">${escapeHtml(errorText(field, rule, t))}</span>`
  const note = hint === undefined ? '' : `<small>${escapeHtml(hint)}</small>`
  return `<label>${escapeHtml(labelOf(field, t) + optional)}${input}${note}${error}</label>`
}
