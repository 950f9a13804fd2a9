import { sameAmount } from '../../service/amount.ts'

/** One order as the service reports it; null: not reported. */
export interface ServiceOrder {
  externalId: string | null
  externalTransactionId: string | null
  amount: string | null
  currency: string | null
  status: string | null
}

/** What is compared of an attempt that is stored here. */
export interface LocalOrder {
  ref: string
  externalTransactionId: string
  externalId: string | null
  amount: string
  currency: string
  status: string | null
}

/** One difference; `here` and `there` are what each side says. */
export interface Difference<Local extends LocalOrder = LocalOrder> {
  kind: 'missing here' | 'missing there' | 'amount' | 'currency' | 'status'
  local: Local | null
  order: ServiceOrder | null
  here: string | null
  there: string | null
}

/** The differences between an attempt and its order. Without a reported value nothing is compared. */
export function compareOrder<Local extends LocalOrder>(
  local: Local,
  order: ServiceOrder,
): Difference<Local>[] {
  const differences: Difference<Local>[] = []
  const add = (kind: Difference['kind'], here: string | null, there: string): void => {
    differences.push({ kind, local, order, here, there })
  }
  if (order.amount !== null && !sameAmount(local.amount, order.amount))
    add('amount', local.amount, order.amount)
  if (order.currency !== null && !isSameWord(local.currency, order.currency))
    add('currency', local.currency, order.currency)
  if (order.status !== null && !isSameWord(local.status, order.status))
    add('status', local.status, order.status)
  return differences
}

/** Compares the attempts that are stored here with the service's list, order by order. */
export class ListComparison<Local extends LocalOrder> {
  /** A deposit and a payout may have the same `externalId`. */
  readonly #byId: ReadonlyMap<string | null, readonly Local[]>
  readonly #byTransaction: ReadonlyMap<string, Local>
  readonly #listed = new Set<Local>()

  constructor(locals: readonly Local[]) {
    this.#byId = Map.groupBy(locals, ({ externalId }) => externalId)
    this.#byTransaction = new Map(locals.map((local) => [local.externalTransactionId, local]))
  }

  /** The differences of one order of the list. */
  add(order: ServiceOrder): Difference<Local>[] {
    // An unknown `externalTransactionId` is another order, also where an attempt of the other kind has its `externalId`.
    const local =
      order.externalTransactionId === null
        ? this.#bestOf(order)
        : this.#byTransaction.get(order.externalTransactionId)
    if (local === undefined || isAnother(local, order))
      return [{ kind: 'missing here', local: null, order, here: null, there: describeOrder(order) }]
    this.#listed.add(local)
    return compareOrder(local, order)
  }

  /** Of those with its `externalId` one that is not listed yet and differs least. */
  #bestOf(order: ServiceOrder): Local | undefined {
    if (order.externalId === null) return undefined
    const rank = (local: Local): number =>
      compareOrder(local, order).length + (this.#listed.has(local) ? 10 : 0)
    return this.#byId.get(order.externalId)?.toSorted((a, b) => rank(a) - rank(b))[0]
  }

  /** After the last order: what is placed here and not in the list. */
  *missingThere(isInList: (local: Local) => boolean): Generator<Difference<Local>> {
    for (const local of this.#byTransaction.values())
      if (local.externalId !== null && !this.#listed.has(local) && isInList(local)) yield missingThere(local)
  }
}

/** One `externalTransactionId` has one order: a second one may have been paid, too. */
const isAnother = (local: LocalOrder, order: ServiceOrder): boolean =>
  local.externalId !== null && order.externalId !== null && local.externalId !== order.externalId

/** All that is known of an order that is not stored here: `Success 55.00 UAH`. */
const describeOrder = ({ status, amount, currency }: ServiceOrder): string | null =>
  [status, amount, currency].filter((text) => text !== null).join(' ') || null

/** An attempt whose order the service does not have. */
export const missingThere = <Local extends LocalOrder>(local: Local): Difference<Local> => ({
  kind: 'missing there',
  local,
  order: null,
  here: local.status,
  there: null,
})

const isSameWord = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

/** Compares the attempts that are stored here with a whole list. `lacking`: what an order of the list lacks. */
export async function compareList<Local extends LocalOrder>(
  locals: readonly Local[],
  orders: AsyncIterable<ServiceOrder>,
  isInList: (local: Local) => boolean,
) {
  const comparison = new ListComparison(locals)
  const differences: Difference<Local>[] = []
  let compared = 0
  const lacking = new Set<'amount' | 'currency' | 'status'>()
  for await (const order of orders) {
    compared += 1
    for (const name of ['amount', 'currency', 'status'] as const) if (order[name] === null) lacking.add(name)
    differences.push(...comparison.add(order))
  }
  // One by one: a function takes only so many arguments.
  for (const difference of comparison.missingThere(isInList)) differences.push(difference)
  return { compared, differences, lacking: [...lacking].sort() }
}
