import {
  type Difference,
  ListComparison,
  type LocalOrder,
  type ServiceOrder,
} from '../../src/cli/reconcile/compare.ts'
import { parseColumns, serviceOrders } from '../../src/cli/reconcile/service-list.ts'
import type { Entry } from '../../src/server/rules/model.ts'
import { sameAmount } from '../../src/service/amount.ts'
import type { Order } from './service.ts'

/** An attempt that is compared. `path`: of its entry, for operators. */
export interface Local extends LocalOrder {
  path: string
  n: number
}

export const localOrders = (entry: Entry): Local[] =>
  entry.attempts.map(({ n, externalTransactionId, externalId, status, reported, otherCurrency, amount }) => ({
    path: entry.kind === 'checkout' ? `/checkouts/${entry.id}` : `/payouts/${entry.reference}`,
    ref: entry.id,
    ...{ n, externalTransactionId, externalId, status },
    amount: reported ?? amount.value,
    currency: otherCurrency ?? amount.currency,
  }))

/** Where the service's list is wrong: indexes of its orders, modulo their number; null: nowhere. */
export interface WrongList {
  missing: number | null
  otherAmount: number | null
  otherStatus: number | null
  hasStranger: boolean
  ids: 'both' | 'externalId' | 'externalTransactionId'
  looksUp: boolean
}

export const rightList: WrongList = {
  missing: null,
  otherAmount: null,
  otherStatus: null,
  hasStranger: false,
  ids: 'both',
  looksUp: false,
}

/** The service's list, wrong where that was drawn. */
export function serviceList(
  orders: readonly Order[],
  { missing, otherAmount, otherStatus, hasStranger, ids }: WrongList,
): ServiceOrder[] {
  const isAt = (which: number | null, index: number): boolean =>
    which !== null && which % Math.max(1, orders.length) === index
  const list = orders.flatMap(({ externalId, externalTransactionId, amount, currency, status }, index) =>
    isAt(missing, index)
      ? []
      : [
          {
            externalId: ids === 'externalTransactionId' ? null : externalId,
            externalTransactionId: ids === 'externalId' ? null : externalTransactionId,
            amount: isAt(otherAmount, index) ? '7.77' : amount,
            currency,
            status: isAt(otherStatus, index) ? 'Reversed' : status,
          },
        ],
  )
  const stranger = { externalTransactionId: null, amount: '1.00', currency: 'UAH', status: 'Success' }
  return hasStranger ? [...list, { externalId: 'a stranger', ...stranger }] : list
}

/** As `paypane reconcile --list` does, by a file with semicolons and decimal commas. */
export async function compareLists(
  locals: readonly Local[],
  list: readonly ServiceOrder[],
): Promise<Difference<Local>[]> {
  const rows = list.map(({ externalId, externalTransactionId, amount, currency, status }) =>
    [externalId, externalTransactionId, amount?.replace('.', ','), currency, status].join(';'),
  )
  async function* chunks() {
    yield ['externalId;externalTransactionId;amount;currency;status', ...rows].join('\n')
  }
  const comparison = new ListComparison(locals)
  const differences: Difference<Local>[] = []
  for await (const order of serviceOrders(chunks(), parseColumns(undefined)))
    differences.push(...comparison.add(order))
  return [...differences, ...comparison.missingThere(() => true)]
}

/** What a comparison has to find, said the long way. */
export function expectedDifferences(locals: readonly Local[], list: readonly ServiceOrder[]): string[] {
  const isOf = (local: Local, order: ServiceOrder): boolean =>
    order.externalTransactionId === null
      ? order.externalId === local.externalId
      : order.externalTransactionId === local.externalTransactionId
  const here = locals.flatMap((local) => {
    const orders = list.filter((order) => isOf(local, order))
    if (orders.length === 0) return local.externalId === null ? [] : [`missing there ${local.ref} ${local.n}`]
    return orders.flatMap(({ amount, currency, status }) => [
      ...(currency === local.currency ? [] : [`currency ${local.ref} ${local.n}`]),
      ...(sameAmount(amount ?? '', local.amount) ? [] : [`amount ${local.ref} ${local.n}`]),
      ...(status === local.status ? [] : [`status ${local.ref} ${local.n}`]),
    ])
  })
  const there = list.filter((order) => !locals.some((local) => isOf(local, order)))
  return [...here, ...there.map(({ externalId }) => `missing here ${externalId}`)].sort()
}

export const namesOf = (differences: readonly Difference<Local>[]): string[] =>
  differences
    .map(({ kind, local, order }) =>
      local === null ? `${kind} ${order?.externalId}` : `${kind} ${local.ref} ${local.n}`,
    )
    .sort()
