import type { ExternalParams } from '../service/order.ts'
import { createRandom } from './random.ts'

/** How the payer must confirm the payment after submitting the card. */
export type Confirmation = 'none' | '3ds' | 'otp'

export interface TestCard {
  number: string
  /** Shown on the pages and in the documentation. */
  description: string
  confirm: Confirmation
  /** `processing` stays Processing; an action code is a failure. */
  outcome: 'success' | 'processing' | `${number}.${number}.${number}.${number}`
}

const card = (
  number: string,
  description: string,
  outcome: TestCard['outcome'],
  confirm: Confirmation = 'none',
): TestCard => ({ number, description, confirm, outcome })

/** The card of a payment by a control, without a payer. */
export const defaultCard = card('4111111111111111', 'Succeeds', 'success')

/** The form accepts only these numbers, so that nobody enters a real card. */
export const testCards: readonly TestCard[] = [
  defaultCard,
  card('4000000000003220', '3-D Secure, then succeeds', 'success', '3ds'),
  card('4000000000003063', '3-D Secure fails', '3.2.4.56', '3ds'),
  card('5555555555554444', 'One-time code (123456), then succeeds', 'success', 'otp'),
  card('5200828282828210', 'One-time code fails', '3.2.4.57', 'otp'),
  card('4000000000009995', 'Fails: insufficient funds', '4.1.4.63'),
  card('4000000000000002', 'Fails: card blocked', '4.1.4.61'),
  card('4000000000000069', 'Fails: card not supported', '4.1.4.62'),
  card('4100000000000019', 'Fails: antifraud', '4.1.4.41'),
  card('4000000000000127', 'Fails, no reason given', '4.1.4.00'),
  card('5105105105105100', 'Stays Processing until a control is used', 'processing'),
]

/** The valid one-time code. */
export const oneTimeCode = '123456'

/** Security codes that fail on the saved-card page; every other code succeeds. */
export const securityCodes: Readonly<Record<string, { description: string; code: string }>> = {
  '000': { description: 'Fails, no reason given', code: '4.1.4.00' },
  '041': { description: 'Fails: antifraud', code: '4.1.4.41' },
  '061': { description: 'Fails: card blocked', code: '4.1.4.61' },
  '062': { description: 'Fails: card not supported', code: '4.1.4.62' },
  '063': { description: 'Fails: insufficient funds', code: '4.1.4.63' },
}

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((one) => one.number === number.replace(/[\s-]/g, ''))

/** A card as an order stores it: masked to six leading and four trailing digits. */
export interface UsedCard {
  /** Six leading and four trailing digits. */
  masked: string
  /** The holder's name. */
  holder: string | null
  /** For later payments. */
  storageToken: string
}

/** The storage token depends only on the card and holder, so saved cards survive a restart of the sandbox. */
export function toUsedCard({ number }: TestCard, holder: string | null): UsedCard {
  const last = number.slice(-4)
  return {
    masked: `${number.slice(0, 6)}******${last}`,
    holder,
    storageToken: `cst_${last}_${createRandom(`card:${number}:${holder}`).letters(20)}`,
  }
}

/** The card of a storage token that the sandbox issued; null for any other token. */
export function cardFromToken(token: string): UsedCard | null {
  const last = /^cst_(\d{4})_/.exec(token)?.[1]
  const issued = testCards.find(({ number }) => number.slice(-4) === last)
  return issued === undefined ? null : { ...toUsedCard(issued, null), storageToken: token }
}

/** The card of an accepted token that the sandbox did not issue. */
export const cardFromForeignToken = (token: string): UsedCard => ({
  ...toUsedCard(defaultCard, null),
  storageToken: token,
})

/** The card data in status responses and callbacks after a successful payment. */
export const toExternalParams = ({ masked, holder, storageToken }: UsedCard): ExternalParams => ({
  cardToken: `bank_${createRandom(`bank:${storageToken}`).letters(20)}`,
  cardStorageToken: storageToken,
  cardHolder: holder,
  cardNumber: masked,
})
