import type { Action, CheckoutView } from '../../contract/view.ts'
import { Details } from '../../service/wire-schemas.ts'
import type { Context } from '../context.ts'
import { payableQr } from '../qr/payable-qr.ts'
import { type DecryptedDetails, isPayable } from '../rules/attempt/payment-details.ts'
import { outcomeOf, shownAttempt, viewOf } from '../rules/checkout/view.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { paymentOptions, viewFields } from './payer-options.ts'
import type { Proof } from './proof.ts'

/** Contract 1: the view of a checkout at this moment, to a request with this proof and these preferred languages. */
export async function currentView(
  context: Context,
  checkout: Checkout,
  { access, customer }: Proof,
  languages: readonly string[] = [],
): Promise<CheckoutView> {
  const { policy, clock, merchant, claimText } = context
  const at = clock.now()
  const shared = { at, policy, merchant, claimText }
  if (access === 'outcome')
    return outcomeOf(viewOf(checkout, { ...shared, available: new Set(), savedCards: null, action: null }))
  // A named pipeline is part of the stored methods already.
  const deposit = { amount: checkout.amount.value, currency: checkout.amount.currency, pipeline: null }
  return viewOf(checkout, {
    ...shared,
    ...(await paymentOptions(context, deposit, customer)),
    ...(await viewFields(context, checkout, { at, languages })),
    action: await currentAction(context, checkout, at),
  })
}

/** What the payer must do now; null if there is nothing to do or the payment details cannot be decrypted. */
async function currentAction(context: Context, checkout: Checkout, at: number): Promise<Action | null> {
  const attempt = shownAttempt(checkout, at)
  if (attempt === undefined || attempt.paymentDetails === null) return null
  const paymentDetails = await openDetails(context, checkout.id, attempt, attempt.paymentDetails)
  if (paymentDetails === null) return null
  // Stored payment details may be older than the option `formHosts`.
  const { formUrl } = paymentDetails
  const isAllowed = formUrl !== null && context.isAllowedForm(formUrl)
  return actionOf(attempt, isAllowed ? paymentDetails : { ...paymentDetails, formUrl: null })
}

async function openDetails(
  { sealer, decryptCache, log }: Context,
  checkoutId: string,
  { externalTransactionId, amount }: Attempt,
  sealed: string,
): Promise<DecryptedDetails | null> {
  // The attempt is part of the cached source: another attempt's text is never decrypted for this one.
  const paymentDetails = await decryptCache.get(
    checkoutId,
    `${externalTransactionId} ${sealed}`,
    async () => {
      const associatedData = { purpose: 'paymentDetails', entry: checkoutId, externalTransactionId } as const
      const decrypted = await sealer.decrypt(associatedData, sealed)
      if (decrypted === null) return null
      const details = Details.parse(JSON.parse(decrypted))
      return { ...details, ...payableQr(details, amount) }
    },
  )
  if (paymentDetails !== null) return paymentDetails
  log({
    level: 'error',
    message: 'payment details cannot be decrypted: is their seal key missing?',
    checkout: checkoutId,
  })
  return null
}

function actionOf(attempt: Attempt, paymentDetails: DecryptedDetails): Action | null {
  const { card, fio, bank, number, iban, accountNumber, qr, code, link, method, formUrl } = paymentDetails
  if (attempt.profile !== 'p2p') return formUrl === null ? null : { type: 'redirect', url: formUrl }
  if (!isPayable(attempt, paymentDetails)) return null
  return {
    type: 'transfer',
    card,
    recipient: fio,
    bank,
    phone: number,
    iban,
    accountNumber,
    qr,
    scheme: method,
    formUrl,
    ...(code ? { code } : {}),
    ...(link ? { link } : {}),
  }
}
