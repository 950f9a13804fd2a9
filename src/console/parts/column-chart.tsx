interface Column {
  label: string
  /** The whole column, and the part of it that is filled. */
  whole: number
  part: number
}

const height = 120

/** Columns from zero, on one scale: the part of each is filled. The numbers are in its table, too. */
export function ColumnChart({ title, columns }: { title: string; columns: readonly Column[] }) {
  const highest = Math.max(1, ...columns.map(({ whole }) => whole))
  const toHeight = (value: number): number => (value / highest) * height
  const step = 100 / Math.max(1, columns.length)
  const bar = (kind: 'whole' | 'part', index: number, value: number) => (
    <rect
      class={kind}
      x={(index + 0.1) * step}
      y={height - toHeight(value)}
      width={step * 0.8}
      height={toHeight(value)}
    />
  )
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="plot">
        <span class="scale" aria-hidden="true">
          <span>{highest}</span>
          <span>0</span>
        </span>
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
          {columns.map(({ label, whole, part }, index) => (
            <g key={label}>
              <title>{`${label}: ${part} of ${whole}`}</title>
              <rect class="hover" x={index * step} y="0" width={step} height={height} />
              {bar('whole', index, whole)}
              {bar('part', index, part)}
            </g>
          ))}
        </svg>
        <span class="ends" aria-hidden="true">
          <span>{columns[0]?.label}</span>
          <span>{columns.at(-1)?.label}</span>
        </span>
      </div>
    </figure>
  )
}

/** A bar that is as long as its share of the whole. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="8" />
    <rect class="part" width={Math.min(100, share * 100)} height="8" />
  </svg>
)
