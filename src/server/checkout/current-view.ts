import type { Action, CheckoutView } from '../../contract/view.ts'
import { savedCardsOf } from '../attempt/saved-cards.ts'
import { type Context, configuredMethods } from '../context.ts'
import type { Checkout } from '../rules/model.ts'
import { shownAttempt, type ViewContext, viewOf } from '../rules/view.ts'
import { Instructions } from './instructions.ts'

/** What this payer may choose: methods with a pipeline, and a saved card where there is one. */
export async function paymentOptions(
  context: Context,
  checkout: Checkout,
): Promise<Pick<ViewContext, 'available' | 'savedCards'>> {
  const savedCards = await savedCardsOf(context, checkout.customer)
  const available = new Set(configuredMethods(context))
  if (savedCards === null || savedCards.length === 0) available.delete('saved-card')
  return { available, savedCards }
}

/** Contract 1, for a checkout as it is stored now. */
export async function currentView(context: Context, checkout: Checkout): Promise<CheckoutView> {
  const at = context.clock.now()
  return viewOf(checkout, {
    at,
    policy: context.policy,
    ...(await paymentOptions(context, checkout)),
    action: await currentAction(context, checkout, at),
  })
}

async function currentAction(context: Context, checkout: Checkout, at: number): Promise<Action | null> {
  const attempt = shownAttempt(checkout, at)
  const sealed = attempt?.instructions ?? null
  if (attempt === undefined || sealed === null) {
    context.decryptCache.remove(checkout.id)
    return null
  }
  const decrypted = await context.decryptCache.get(checkout.id, sealed, () =>
    context.sealer.open('instructions', sealed),
  )
  if (decrypted === null) {
    context.log({
      level: 'error',
      message: 'instructions cannot be opened: is their seal key gone?',
      checkout: checkout.id,
    })
    return null
  }
  const details = Instructions.parse(JSON.parse(decrypted))
  if (attempt.profile !== 'p2p')
    return details.formUrl === null ? null : { type: 'redirect', url: details.formUrl }
  const { card, fio, bank, number, iban, accountNumber, qrUrl, method, formUrl } = details
  return {
    type: 'transfer',
    card,
    recipient: fio,
    bank,
    phone: number,
    iban,
    accountNumber,
    qr: qrUrl,
    scheme: method,
    formUrl,
  }
}
