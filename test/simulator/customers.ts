/** The shop's customers, each with one card and orders of their own. */
export const customers = ['a customer', 'another customer'] as const
export type Customer = (typeof customers)[number]

const numberOf = (order: string): number => Number(/\d+$/.exec(order)?.[0] ?? 0)

export const customerOf = (order: string): Customer => customers[numberOf(order) % 5 === 4 ? 1 : 0]

/** The service's storage token of a customer's card. */
export const cardOf = (customer: Customer): string => `the storage token of the card of ${customer}`

/** What an order costs at first, as `AMOUNT CURRENCY`. Some have more decimals than a transfer is sent with. */
export const firstPriceOf = (order: string): string =>
  `1250.${/order-1./.test(order) ? '005' : '00'} ${numberOf(order) % 7 === 5 ? 'EUR' : 'UAH'}`

/** The other one that the service accepts. */
export const otherCurrency = (currency: string): string => (currency === 'UAH' ? 'EUR' : 'UAH')

/** How much less than asked the shop accepts as paid: of every second order nothing. */
export const toleranceOf = (order: string): string => (numberOf(order) % 2 === 0 ? '50.5' : '0')
