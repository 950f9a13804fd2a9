import type { PaymentChoice } from '../../core/client.ts'
import { canStartAgain, choiceToFillIn } from '../../core/reducer.ts'
import { applyStyles } from '../../styles/apply-styles.ts'
import { type CheckoutModel, type Lazy, loaded, type Model, type ScreenContent } from '../model.ts'
import type { PayerFieldsDraft, PayerFieldsForm } from '../payer-fields/screen.tsx'

/** The form of payer fields in one widget, and what the payer has typed into it. */
export interface PayerFields {
  form: Lazy<PayerFieldsForm>
  readonly draft: PayerFieldsDraft
}

/** The screen with the fields of a payment method; null while its form is loading. */
export function fillingIn(model: CheckoutModel, choice: PaymentChoice): Lazy<ScreenContent> {
  const { form, draft } = model.payerFields
  return form && form !== 'failed' ? form.screen(model, choice, draft) : form
}

/** Loads the form once the payer may need it. */
export function preparePayerFields(container: Element, model: Model): void {
  const { state } = model
  if (state.view?.fields && (state.view.status === 'choosing' || canStartAgain(state)))
    void loadForm(container, model)
}

/** Whether a server's HTML with the form waits for its code, which is then loading. */
export function isWaitingForPayerFields(container: Element, model: Model): boolean {
  if (!choiceToFillIn(model.state) || model.payerFields.form) return false
  void loadForm(container, model)
  return true
}

const loading = new WeakSet<PayerFields>()

/** A later rendering tries again after a failure. */
async function loadForm(container: Element, { payerFields, page, parts, rerender }: Model): Promise<void> {
  if (loaded(payerFields.form) || loading.has(payerFields)) return
  loading.add(payerFields)
  try {
    const form = await parts.loadPayerFields?.()
    // In a task of its own, so that a slow phone stays responsive.
    await new Promise<void>((resolve) => page.setTimer(0, resolve))
    if (form) applyStyles(container.getRootNode(), form.styles)
    payerFields.form = form ?? 'failed'
  } catch {
    payerFields.form = 'failed'
  }
  rerender()
  loading.delete(payerFields)
}
