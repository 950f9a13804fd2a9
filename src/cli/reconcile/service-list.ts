import type { ServiceOrder } from './compare.ts'
import { csvRows } from './csv.ts'
import { type ListAmount, readListAmount } from './list-amount.ts'

const columnNames = ['externalId', 'externalTransactionId', 'amount', 'currency', 'status'] as const
type ColumnName = (typeof columnNames)[number]

/** The headers that `--columns` names. */
type Columns = ReadonlyMap<ColumnName, string>

/** `externalId=Order id,amount=Sum`; a column that is not named has its own name. Throws an error for people. */
export function parseColumns(text: string | undefined): Columns {
  const given = (text ?? '').split(',').filter((part) => part.trim() !== '')
  return new Map(
    given.map((part) => {
      const [key = '', ...header] = part.split('=')
      const name = key.trim()
      if (!isColumnName(name) || header.length === 0)
        throw new Error(`--columns: ${part} is no NAME=HEADER. The names are ${columnNames.join(', ')}.`)
      return [name, header.join('=').trim()]
    }),
  )
}

const isColumnName = (name: string): name is ColumnName => columnNames.some((one) => one === name)

/**
 * The orders of the service's list; those with an ambiguous amount last, if the others show its decimal mark. Throws an
 * error for people that names the line.
 */
export async function* serviceOrders(
  chunks: AsyncIterable<string>,
  columns: Columns,
): AsyncGenerator<ServiceOrder> {
  let indexes: ReadonlyMap<ColumnName, number> | null = null
  let line = 0
  let width = 0
  const decimalMarks = new Set<string>()
  const ambiguous: { order: ServiceOrder; amount: ListAmount; line: number }[] = []
  for await (const { fields, separator } of csvRows(chunks)) {
    line += 1
    if (indexes === null) {
      indexes = indexesOf(fields, columns)
      width = fields.length
      continue
    }
    // A quotation mark within a field would hide the rows up to the next one.
    if (fields.slice(width).some((text) => text.trim() !== ''))
      throw new Error(`Row ${line} of the list has more fields than its header. Nothing more was compared.`)
    const current = indexes
    const field = (name: ColumnName): string | null => fields[current.get(name) ?? -1]?.trim() || null
    const amount = amountOf(field('amount'), line)
    const order = {
      externalId: field('externalId'),
      externalTransactionId: field('externalTransactionId'),
      amount: amount?.value ?? null,
      currency: field('currency'),
      status: field('status'),
    }
    if (order.externalId === null && order.externalTransactionId === null)
      throw new Error(`Row ${line} of the list has no id. Nothing more was compared.`)
    // A list with commas between its fields has decimal points, unless its amounts show otherwise.
    if (separator === ',') decimalMarks.add('.')
    if (amount?.isAmbiguous) {
      ambiguous.push({ order, amount, line })
      continue
    }
    if (amount?.mark) decimalMarks.add(amount.mark)
    yield order
  }
  if (indexes === null) throw new Error('The list is empty.')
  for (const { order, amount, line } of ambiguous) {
    if ([...decimalMarks].join('') !== amount.mark) throw ambiguousAmount(amount, line)
    yield order
  }
}

function indexesOf(header: readonly string[], columns: Columns): ReadonlyMap<ColumnName, number> {
  const names = header.map((name) => name.trim())
  const indexes = new Map(
    columnNames.flatMap((name) => {
      const index = names.indexOf(columns.get(name) ?? name)
      return index === -1 ? [] : [[name, index] as const]
    }),
  )
  const itsColumns = `Its columns are ${names.join(', ')}`
  // Else nothing of them would be compared, and no difference found.
  const misspelt = [...columns].flatMap(([name, header]) => (indexes.has(name) ? [] : [header]))
  if (misspelt.length > 0) throw new Error(`The list has no column ${misspelt.join(', ')}. ${itsColumns}.`)
  const repeated = [...indexes.values()].flatMap((index) => {
    const name = names[index] ?? ''
    return names.lastIndexOf(name) === index ? [] : [name]
  })
  if (repeated.length > 0)
    throw new Error(
      `The list has more than one column ${repeated.join(', ')}. Rename those that are not to be compared.`,
    )
  if (!indexes.has('externalId') && !indexes.has('externalTransactionId'))
    throw new Error(
      `The list has no column with an id. ${itsColumns}: give --columns externalId=HEADER, or externalTransactionId=HEADER.`,
    )
  return indexes
}

function amountOf(text: string | null, line: number): ListAmount | null {
  if (text === null) return null
  const amount = readListAmount(text)
  if (amount === null)
    throw new Error(`Row ${line} of the list has an amount that cannot be read. Nothing more was compared.`)
  return amount
}

function ambiguousAmount({ value, mark = '' }: ListAmount, line: number): Error {
  const [whole, decimals] = value.split('.')
  return new Error(
    `Row ${line} of the list has the amount ${whole}${mark}${decimals}, which can be read in two ways. Write ${whole}${decimals} or ${value}0. Nothing more was compared.`,
  )
}
