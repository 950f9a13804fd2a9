type Point = readonly [x: number, y: number]

/** Positions of the states of an attempt; in the upper group no order is known. */
const positions: Readonly<Record<string, Point>> = {
  sending: [100, 60],
  unknown: [350, 60],
  refused: [350, 125],
  not_created: [600, 60],
  placed: [100, 240],
  succeeded: [350, 240],
  failed: [600, 240],
}
const halfBox = { width: 60, height: 17 }
const group = { left: 10, top: 10, right: 690, bottom: 165 }

/** The state diagram of `docs/money.md` as SVG, with its transitions as a table: needs no script. */
export function stateDiagram(text: string): string {
  const groupOf = new Map(
    [...text.matchAll(/state "(.+)" as (\w+)/g)].map(([, words, name]) => [name, words]),
  )
  const transitions = [...text.matchAll(/(\S+) --> (\w+) : (.+)/g)].map(
    ([, from = '', to = '', label = '']) => ({
      from,
      to,
      label,
    }),
  )
  const hasTransition = (from: string, to: string) =>
    transitions.some((transition) => transition.from === from && transition.to === to)
  const arrows = transitions.map(({ from, to }) => {
    const end = positionOf(to)
    if (from === '[*]') return line([end[0], -8], [end[0], end[1] - halfBox.height])
    if (groupOf.has(from)) return line([end[0], group.bottom], [end[0], end[1] - halfBox.height])
    return arrowBetween(positionOf(from), end, hasTransition(to, from))
  })
  const boxes = Object.entries(positions).map(
    ([name, [x, y]]) =>
      `<rect x="${x - halfBox.width}" y="${y - halfBox.height}" width="${2 * halfBox.width}" height="${2 * halfBox.height}" rx="6"/><text x="${x}" y="${y}">${name}</text>`,
  )
  const [groupLabel = ''] = groupOf.values()
  const rows = transitions.map(({ from, to, label }) => {
    const start = from === '[*]' ? '' : (groupOf.get(from) ?? `<code>${from}</code>`)
    return `<tr><td>${start}</td><td>→ <code>${to}</code></td><td>${label}</td></tr>`
  })
  return `<div class="table" tabindex="0"><svg class="states" viewBox="0 -14 700 316" role="img" aria-label="The states of an attempt and their transitions, which the table below lists">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="group" x="${group.left}" y="${group.top}" width="${group.right - group.left}" height="${group.bottom - group.top}" rx="10"/>
<text class="label" x="${group.right - 14}" y="${group.bottom - 16}">${groupLabel}</text>
${[...arrows, ...boxes].join('\n')}
</svg></div>
<table><tbody>${rows.join('')}</tbody></table>`
}

function positionOf(state: string): Point {
  const position = positions[state]
  if (!position) throw new Error(`The state diagram has no position for ${state}`)
  return position
}

const line = ([x, y]: Point, [toX, toY]: Point): string =>
  `<path class="arrow" d="M${x} ${y} ${toX} ${toY}" marker-end="url(#head)"/>`

/** Horizontal, or down; opposite arrows are offset, and one that passes a state is curved. */
function arrowBetween([x, y]: Point, [toX, toY]: Point, isBidirectional: boolean): string {
  const right = Math.sign(toX - x)
  const down = Math.sign(toY - y)
  if (right === 0) return line([x, y + down * halfBox.height], [x, toY - down * halfBox.height])
  if (Math.abs(toX - x) > 300) {
    const bottom = y + halfBox.height
    return `<path class="arrow" d="M${x} ${bottom}C${x + 60} ${bottom + 50} ${toX - 60} ${bottom + 50} ${toX} ${bottom + 2}" marker-end="url(#head)"/>`
  }
  if (down !== 0) return line([x, y + down * halfBox.height], [toX - right * halfBox.width, toY])
  const offset = isBidirectional ? right * -6 : 0
  return line([x + right * halfBox.width, y + offset], [toX - right * halfBox.width, toY + offset])
}
