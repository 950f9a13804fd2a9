import type { PayerField } from '../../../contract/view.ts'
import type { PaymentChoice } from '../../core/client.ts'
import { payerFieldStyles } from '../../styles/payer-fields.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { brokenRule, valueToSend } from './check-value.ts'
import { FieldInput } from './field-input.tsx'
import { labelOf, phrase } from './text.ts'

/** What the payer has typed. Kept in memory only, until the widget shows another checkout. */
export interface PayerFieldsDraft {
  /** As typed, by the key of the field: methods that have the same field share its value. */
  values: Record<string, string>
  /** The choice whose values were checked: their errors are shown. */
  checked: PaymentChoice['method'] | null
  /** The refusal whose first field has received the focus. */
  focusedErrors: unknown
}

/** The form of payer fields, loaded on demand. */
export interface PayerFieldsForm {
  styles: string
  screen: (model: CheckoutModel, choice: PaymentChoice, draft: PayerFieldsDraft) => ScreenContent
}

export const payerFieldsForm: PayerFieldsForm = { styles: payerFieldStyles, screen }

/** The fields that the payer fills in before an attempt starts. */
function screen(model: CheckoutModel, choice: PaymentChoice, draft: PayerFieldsDraft): ScreenContent {
  const { session, state, view, t, onPress, rerender } = model
  const fields = view.fields?.[choice.method] ?? []
  const { fieldErrors } = state
  const typedValue = ({ key }: PayerField) => draft.values[key] ?? choice.fields?.[key] ?? ''
  const sentValue = (field: PayerField) => valueToSend(field, typedValue(field))

  /** The server's refusal counts as long as the value is the one that it refused. */
  function ruleOf(field: PayerField): string | null {
    const value = sentValue(field)
    const refusal = fieldErrors.find(({ key }) => key === field.key)
    if (refusal && value === (choice.fields?.[field.key] ?? '')) return refusal.rule
    return draft.checked === choice.method ? brokenRule(field, value) : null
  }

  function submit(event: Event) {
    event.preventDefault()
    const values = fields.map((field) => [field.key, sentValue(field)] as const)
    if (fields.every((field) => brokenRule(field, sentValue(field)) === null)) {
      draft.checked = null
      const filledIn = Object.fromEntries(values.filter(([, value]) => value !== ''))
      return onPress(() => void session.start({ ...choice, fields: filledIn }))
    }
    draft.checked = choice.method
    rerender()
    if (event.currentTarget instanceof Element) focusFirstInvalid(event.currentTarget)
  }

  /** After a refusal, unless the payer is elsewhere on the page. */
  function focusRefused(form: HTMLFormElement | null) {
    if (!form || draft.focusedErrors === fieldErrors) return
    draft.focusedErrors = fieldErrors
    if (form.closest('.widget')?.querySelector(':focus')) focusFirstInvalid(form)
  }

  const isOtherError = fieldErrors.length > 0 && !fields.some((field) => ruleOf(field) !== null)
  const hasOtherChoice =
    view.status !== 'choosing' || view.methods.length + (view.savedCards?.length ?? 0) > 1
  return {
    tone: 'neutral',
    heading: phrase(t, 'payerFields'),
    hint:
      state.actionError || isOtherError
        ? t(state.actionError === 'attemptsLimit' ? 'attemptsLimit' : 'actionFailed')
        : methodName(model, choice),
    body: (
      <form class="payer-fields" noValidate ref={focusRefused} onSubmit={submit}>
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
          <button type="submit" class="primary">
            {t('redirectButton')}
          </button>
          {hasOtherChoice && (
            <button type="button" class="secondary" onClick={() => onPress(session.cancelFillingIn)}>
              {t('back')}
            </button>
          )}
        </p>
      </form>
    ),
  }
}

/** What the fields are for. */
function methodName({ view, t }: CheckoutModel, { method, savedCard }: PaymentChoice): string | undefined {
  if (method === 'saved-card') return view.savedCards?.find(({ id }) => id === savedCard)?.label
  return t(method === 'form' ? 'methodForm' : 'methodTransfer')
}

function focusFirstInvalid(form: Element): void {
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}
