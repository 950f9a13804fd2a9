import type { Action, CheckoutView } from '../contract/view.ts'
import { savedCardsOf } from './cards.ts'
import { Instructions } from './instructions.ts'
import { type Kit, methodsOf } from './kit.ts'
import type { Checkout } from './rules/model.ts'
import { shownAttempt, type ViewContext, viewOf } from './rules/view.ts'

/** What this payer may choose: methods with a pipeline, and a saved card where there is one. */
export async function choicesOf(
  kit: Kit,
  checkout: Checkout,
): Promise<Pick<ViewContext, 'available' | 'savedCards'>> {
  const savedCards = await savedCardsOf(kit, checkout.customer)
  const available = new Set(methodsOf(kit))
  if (savedCards === null || savedCards.length === 0) available.delete('saved-card')
  return { available, savedCards }
}

/** Contract 1, for a checkout as it is stored now. */
export async function viewNow(kit: Kit, checkout: Checkout): Promise<CheckoutView> {
  const at = kit.clock.now()
  return viewOf(checkout, {
    at,
    policy: kit.policy,
    ...(await choicesOf(kit, checkout)),
    action: await actionNow(kit, checkout, at),
  })
}

async function actionNow(kit: Kit, checkout: Checkout, at: number): Promise<Action | null> {
  const attempt = shownAttempt(checkout, at)
  const sealed = attempt?.instructions ?? null
  if (attempt === undefined || sealed === null) {
    kit.opened.forget(checkout.id)
    return null
  }
  const opened = await kit.opened.text(checkout.id, sealed, () => kit.sealer.open('instructions', sealed))
  if (opened === null) {
    kit.log({
      level: 'error',
      message: 'instructions cannot be opened: is their seal key gone?',
      checkout: checkout.id,
    })
    return null
  }
  const details = Instructions.parse(JSON.parse(opened))
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
