import type { ComponentChildren } from 'preact'

/** `className` is that of the heading and of the cells. */
export type Column<Row> = readonly [heading: string, className: string, cell: (row: Row) => ComponentChildren]

interface Props<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string | number
  columns: readonly Column<Row>[]
  caption?: string
  /** In place of a table without rows. */
  empty?: string
  /** `list`: its rows become cards on a phone. */
  class?: 'list'
}

export function Table<Row>({ rows, rowKey, columns, caption, empty, class: className }: Props<Row>) {
  if (empty !== undefined && rows.length === 0) return <p class="empty">{empty}</p>
  return (
    <table class={className}>
      {caption && <caption class="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(([heading, name]) => (
            <th key={heading} class={name}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(([heading, name, cell]) => (
              <td key={heading} class={name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
