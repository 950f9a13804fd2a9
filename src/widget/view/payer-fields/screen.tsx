import type { PayerField } from '../../../contract/view.ts'
import type { PaymentChoice } from '../../core/client.ts'
import { choiceCount, needsReplace } from '../../core/reducer.ts'
import { payerFieldStyles } from '../../styles/payer-fields.ts'
import { actionErrorText } from '../announcement.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { HiddenInputs, insteadOfForm, replaceFields } from '../parts/post-form.tsx'
import { payWith } from '../pay-with.ts'
import { brokenRule, valueToSend } from './check-value.ts'
import { FieldInput } from './field-input.tsx'
import { headingOf, labelOf } from './text.ts'

/** What the payer has typed. Kept in memory only, until the widget shows another checkout. */
export interface PayerFieldsDraft {
  /** As typed, by the key of the field: methods that have the same field share its value. */
  values: Record<string, string>
  /** The choice whose values were checked: their errors are shown. */
  checked?: PaymentChoice['method'] | undefined
  /** In a server's HTML: what was sent before it was rendered. */
  sent?: Record<string, string>
  /** The refusal whose first field has received the focus. */
  focusedErrors?: unknown
}

/** The form of payer fields, loaded on demand. */
export const payerFieldsForm = { styles: payerFieldStyles, screen, adopt }
export type PayerFieldsForm = typeof payerFieldsForm

/** The fields that the payer fills in before an attempt starts. */
function screen(model: CheckoutModel, choice: PaymentChoice): ScreenContent {
  const { session, state, view, t, options, draft, onPress, rerender } = model
  const { formAction } = options
  const fields = view.fields?.[choice.method] ?? []
  const { fieldErrors } = state
  const typedValue = ({ key }: PayerField) => draft.values[key] ?? choice.fields?.[key] ?? ''
  const sentValue = (field: PayerField) => valueToSend(field, typedValue(field))

  /** The server's refusal counts as long as the value is the one that it refused. */
  function ruleOf(field: PayerField): string | null {
    const value = sentValue(field)
    const refusal = fieldErrors.find(({ key }) => key === field.key)
    const refused = choice.fields ?? draft.sent ?? {}
    if (refusal && value === valueToSend(field, refused[field.key] ?? '')) return refusal.rule
    return draft.checked === choice.method ? brokenRule(field, value) : null
  }

  function submit(event: Event) {
    event.preventDefault()
    const values = fields.map((field) => [field.key, sentValue(field)] as const)
    if (fields.every((field) => brokenRule(field, sentValue(field)) === null)) {
      draft.checked = undefined
      const filledIn = Object.fromEntries(values.filter(([, value]) => value !== ''))
      return onPress(
        () => void session.start({ ...choice, replace: needsReplace(view) || undefined, fields: filledIn }),
      )
    }
    draft.checked = choice.method
    rerender()
    if (event.currentTarget instanceof Element) focusFirstInvalid(event.currentTarget)
  }

  /** After a refusal, unless the payer is elsewhere on the page. */
  function focusRefused(form: HTMLFormElement | null) {
    if (!form || draft.focusedErrors === fieldErrors) return
    draft.focusedErrors = fieldErrors
    const root = form.getRootNode()
    if (root instanceof ShadowRoot && root.activeElement) focusFirstInvalid(form)
  }

  const card = view.savedCards?.find(({ id }) => id === choice.savedCard)
  const isOtherError = fieldErrors.length > 0 && !fields.some((field) => ruleOf(field) !== null)
  const hasOtherChoice = view.status !== 'choosing' || choiceCount(view) > 1
  return {
    tone: 'neutral',
    heading: headingOf(fields, t),
    hint:
      actionErrorText(model) ??
      (isOtherError
        ? t('actionFailed')
        : !card && t(choice.method === 'form' ? 'methodForm' : 'methodTransfer')),
    body: (
      <form
        class="payer-fields"
        noValidate
        method={formAction && 'post'}
        action={formAction}
        ref={focusRefused}
        onSubmit={submit}
      >
        {formAction && (
          <HiddenInputs
            model={model}
            fields={{ act: 'start', method: choice.method, ...replaceFields(view) }}
          />
        )}
        {fields.map((field, index) => (
          <FieldInput
            key={field.key}
            id={`payer-field-${index}`}
            field={field}
            label={labelOf(field, t)}
            value={typedValue(field)}
            brokenRule={ruleOf(field)}
            isLast={index === fields.length - 1}
            t={t}
            onType={(typed) => {
              draft.values[field.key] = typed
              rerender()
            }}
          />
        ))}
        <p class="actions">
          {/* Without a script, values would get into the address of a page that does not receive the form. */}
          <button type="submit" class="primary" disabled={state.unconfirmed && !formAction}>
            {card ? payWith(model, card) : t('redirectButton')}
          </button>
          {hasOtherChoice && (
            <button
              type={formAction ? 'submit' : 'button'}
              name={formAction && 'back'}
              class="secondary"
              onClick={insteadOfForm(() => onPress(session.cancelFillingIn))}
            >
              {t('back')}
            </button>
          )}
        </p>
      </form>
    ),
  }
}

/** Keeps what the payer has typed into a server's HTML. `expected` is what its view renders to. */
function adopt(shown: Element, expected: Element, draft: PayerFieldsDraft): void {
  draft.sent = {}
  for (const input of shown.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.payer-field [name]')) {
    const key = input.name.slice('fields['.length, -1)
    draft.values[key] = input.value
    const source = input.querySelector('[selected]') ?? input
    draft.sent[key] = source.getAttribute('value') ?? ''
  }
  // In a server's HTML values are attributes, in a browser properties.
  const selector = '.payer-field :is(input, option)'
  const inputs = shown.querySelectorAll(selector)
  expected.querySelectorAll(selector).forEach((input, index) => {
    for (const name of ['value', 'selected']) {
      const value = inputs[index]?.getAttribute(name)
      if (typeof value === 'string') input.setAttribute(name, value)
    }
  })
}

function focusFirstInvalid(form: Element): void {
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
