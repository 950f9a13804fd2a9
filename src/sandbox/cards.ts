import type { ExternalParams } from '../service/order.ts'
import { createRandom } from './random.ts'

/** What a payer still has to do after the card was submitted. */
export type Confirmation = 'none' | '3ds' | 'otp'

export interface TestCard {
  number: string
  /** For people: what happens. */
  description: string
  confirm: Confirmation
  /** The code it fails with after all; `wait` stays Processing. */
  outcome: 'success' | 'processing' | `${number}.${number}.${number}.${number}`
}

/** The card that a lever pays with when no payer entered one. */
export const defaultCard: TestCard = {
  number: '4111111111111111',
  description: 'Succeeds',
  confirm: 'none',
  outcome: 'success',
}

/** The whole table. The form takes no other number, so nobody enters a card of their own. */
export const testCards: readonly TestCard[] = [
  defaultCard,
  {
    number: '4000000000003220',
    description: '3-D Secure is asked, then succeeds',
    confirm: '3ds',
    outcome: 'success',
  },
  { number: '4000000000003063', description: '3-D Secure fails', confirm: '3ds', outcome: '3.2.4.56' },
  {
    number: '5555555555554444',
    description: 'A one-time code is asked (123456), then succeeds',
    confirm: 'otp',
    outcome: 'success',
  },
  {
    number: '5200828282828210',
    description: 'No one-time code is accepted',
    confirm: 'otp',
    outcome: '3.2.4.57',
  },
  {
    number: '4000000000009995',
    description: 'Fails: insufficient funds',
    confirm: 'none',
    outcome: '4.1.4.63',
  },
  { number: '4000000000000002', description: 'Fails: card blocked', confirm: 'none', outcome: '4.1.4.61' },
  {
    number: '4000000000000069',
    description: 'Fails: card not supported',
    confirm: 'none',
    outcome: '4.1.4.62',
  },
  { number: '4100000000000019', description: 'Fails: antifraud', confirm: 'none', outcome: '4.1.4.41' },
  { number: '4000000000000127', description: 'Fails, no reason given', confirm: 'none', outcome: '4.1.4.00' },
  {
    number: '5105105105105100',
    description: 'Stays Processing until a lever decides',
    confirm: 'none',
    outcome: 'processing',
  },
]

/** The one-time code that is right. */
export const oneTimeCode = '123456'

/** What a security code does on the page of a saved card; every other code succeeds. */
export const securityCodes: Readonly<Record<string, { description: string; code: string }>> = {
  '000': { description: 'Fails, no reason given', code: '4.1.4.00' },
  '041': { description: 'Fails: antifraud', code: '4.1.4.41' },
  '061': { description: 'Fails: card blocked', code: '4.1.4.61' },
  '062': { description: 'Fails: card not supported', code: '4.1.4.62' },
  '063': { description: 'Fails: insufficient funds', code: '4.1.4.63' },
}

/** For reading: in fours. */
export const formatCardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replace(/[\s-]/g, ''))

/** A card as an order keeps it: six leading and four trailing digits. */
export interface UsedCard {
  masked: string
  holder: string | null
  storageToken: string
}

/** A card has one storage token, whatever the run: a merchant's saved cards outlive a restart of the sandbox. */
export function toUsedCard({ number }: TestCard, holder: string | null): UsedCard {
  const last = number.slice(-4)
  return {
    masked: `${number.slice(0, 6)}******${last}`,
    holder,
    storageToken: `cst_${last}_${createRandom(`card:${number}:${holder}`).letters(20)}`,
  }
}

/** The card behind a storage token that the sandbox gave out; null where it did not. */
export function cardFromToken(token: string): UsedCard | null {
  const last = /^cst_(\d{4})_/.exec(token)?.[1]
  const card = testCards.find(({ number }) => number.slice(-4) === last)
  return card ? { ...toUsedCard(card, null), storageToken: token } : null
}

/** What a token that the sandbox never gave out stands for, where it is accepted. */
export const cardFromForeignToken = (token: string): UsedCard => ({
  ...toUsedCard(defaultCard, null),
  storageToken: token,
})

/** What status answers and callbacks say about the card once a payment with it succeeded. */
export const toExternalParams = ({ masked, holder, storageToken }: UsedCard): ExternalParams => ({
  cardToken: `bank_${createRandom(`bank:${storageToken}`).letters(20)}`,
  cardStorageToken: storageToken,
  cardHolder: holder,
  cardNumber: masked,
})
