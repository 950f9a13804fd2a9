import { z } from 'zod'
import type { Action } from '../../contract/view.ts'
import type { Context } from '../context.ts'
import { type PayableQr, payableQr } from '../qr/payable-qr.ts'
import type { Attempt, Checkout } from '../rules/model.ts'
import { shownAttempt } from '../rules/view.ts'

const text = z.string().nullable()

/** The service's payment details, as they are sealed in an attempt. */
const SealedInstructions = z.object({
  formUrl: text,
  card: text,
  fio: text,
  bank: text,
  number: text,
  iban: text,
  accountNumber: text,
  qrUrl: text,
  method: text,
})
type SealedInstructions = z.infer<typeof SealedInstructions>

/** Decrypted instructions. */
export type Instructions = SealedInstructions & PayableQr

/** What the payer must do now; null if there is nothing to do or the instructions cannot be decrypted. */
export async function currentAction(
  context: Context,
  checkout: Checkout,
  at: number,
): Promise<Action | null> {
  const attempt = shownAttempt(checkout, at)
  if (attempt === undefined || attempt.instructions === null) {
    context.decryptCache.remove(checkout.id)
    return null
  }
  const instructions = await openInstructions(context, checkout.id, attempt, attempt.instructions)
  if (instructions === null) return null
  // Stored instructions may be older than the option `formHosts`.
  const { formUrl } = instructions
  const isAllowed = formUrl !== null && context.formUrlPolicy.isAllowed(formUrl)
  return actionOf(attempt, isAllowed ? instructions : { ...instructions, formUrl: null })
}

async function openInstructions(
  { sealer, decryptCache, log }: Context,
  checkoutId: string,
  { externalTransactionId, amount }: Attempt,
  sealed: string,
): Promise<Instructions | null> {
  // The attempt is part of the cached source: another attempt's text opens nothing here.
  const instructions = await decryptCache.get(checkoutId, `${externalTransactionId} ${sealed}`, async () => {
    const place = { purpose: 'instructions', entry: checkoutId, externalTransactionId } as const
    const decrypted = await sealer.open(place, sealed)
    if (decrypted === null) return null
    const details = SealedInstructions.parse(JSON.parse(decrypted))
    return { ...details, ...payableQr(details, amount) }
  })
  if (instructions !== null) return instructions
  log({
    level: 'error',
    message: 'instructions cannot be decrypted: is their seal key missing?',
    checkout: checkoutId,
  })
  return null
}

function actionOf({ profile }: Attempt, instructions: Instructions): Action | null {
  const { card, fio, bank, number, iban, accountNumber, qr, code, link, method, formUrl } = instructions
  if (profile !== 'p2p') return formUrl === null ? null : { type: 'redirect', url: formUrl }
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
