/**
 * Regular expressions matched in time that grows with the length of the text, never exponentially: all alternatives are
 * followed at the same time, one character after another. What needs going back is refused: assertions about the text
 * around, and back references. JavaScript's own engine only tests single characters.
 */
type Node =
  | { type: 'character'; matches: (character: string) => boolean }
  | { type: 'edge'; at: 'start' | 'end' }
  | { type: 'sequence'; items: Node[] }
  | { type: 'choice'; options: Node[] }
  | { type: 'repeat'; item: Node; min: number; max: number }

/** A step of a match; `next` are the states that follow. */
interface State {
  /** Null: it takes no character. */
  matches: ((character: string) => boolean) | null
  edge: 'start' | 'end' | null
  next: State[]
}

/** The first and the last state of a pattern. */
interface States {
  start: State
  end: State
}

/** The most states of a pattern: repetitions are written out. */
const maxStates = 2000

/** The counts that these quantifiers stand for. */
const counts: Partial<Record<string, string>> = { '*': '{0,}', '+': '{1,}', '?': '{0,1}' }

class Refused extends Error {}

/** Whether the whole of a text matches. */
type PatternTest = (text: string) => boolean

/** The test of a pattern, or why it is refused, as a predicate. As in HTML, its flag is `v`, else `u`. */
export function compilePattern(pattern: string): { test: PatternTest } | { problem: string } {
  const flag = ['v', 'u'].find((candidate) => isValid(pattern, candidate))
  if (flag === undefined) return { problem: 'is not a regular expression' }
  try {
    const states = compile(parse(pattern, flag))
    return { test: (text) => runs(states, Array.from(text)) }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
}

function isValid(pattern: string, flag: string): boolean {
  try {
    new RegExp(pattern, flag)
    return true
  } catch {
    return false
  }
}

/** Parses a pattern that is valid with the flag. */
function parse(pattern: string, flag: string): Node {
  let rest = pattern

  /** Removes what a sticky pattern finds at the start of the rest. */
  function take(token: RegExp): string | null {
    const [found] = token.exec(rest) ?? []
    if (found === undefined) return null
    rest = rest.slice(found.length)
    return found
  }

  function choice(): Node {
    const options = [sequence()]
    while (take(/\|/y) !== null) options.push(sequence())
    return { type: 'choice', options }
  }

  function sequence(): Node {
    const items: Node[] = []
    while (rest !== '' && !/^[|)]/.test(rest)) items.push(repeated(atom()))
    return { type: 'sequence', items }
  }

  function repeated(item: Node): Node {
    const found = take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    if (found === null) return item
    const count = counts[found.charAt(0)] ?? found
    const [min = 0, most = Infinity] = Array.from(count.matchAll(/\d+/g), ([digits]) => Number(digits))
    return { type: 'repeat', item, min, max: count.includes(',') ? most : min }
  }

  function atom(): Node {
    if (take(/\^/y) !== null) return { type: 'edge', at: 'start' }
    if (take(/\$/y) !== null) return { type: 'edge', at: 'end' }
    if (take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y) !== null) {
      const group = choice()
      take(/\)/y)
      return group
    }
    if (rest.startsWith('(')) throw new Refused('has an assertion or a modifier, which is not supported')
    if (/^\\[bBk1-9]/.test(rest))
      throw new Refused('has an assertion or a back reference, which is not supported')
    return { type: 'character', matches: characterTest(character()) }
  }

  /** The source of one character or class. The pattern is valid: an escape has the digits that it needs. */
  function character(): string {
    if (rest.startsWith('[')) return classSource()
    return take(/\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)|./suy) ?? ''
  }

  /** A class, with those nested in it by the flag `v`. */
  function classSource(): string {
    let depth = 0
    let source = ''
    do {
      const token = take(/\\.|./suy) ?? ''
      if (token === '[' && (flag === 'v' || depth === 0)) depth += 1
      if (token === ']') depth -= 1
      source += token
    } while (depth > 0 && rest !== '')
    return source
  }

  function characterTest(source: string): (character: string) => boolean {
    // By the flag `v` these match several characters.
    const properties = Array.from(source.matchAll(/\\[pP]\{[^}]*\}/g), ([property]) => property)
    if (source.includes('\\q{') || properties.some((property) => !isValid(property, 'u')))
      throw new Refused('matches several characters at once, which is not supported')
    const test = new RegExp(`^${source}$`, flag)
    return (character) => test.test(character)
  }

  return choice()
}

function compile(pattern: Node): States {
  let count = 0
  const add = (state: Partial<State>): State => {
    count += 1
    if (count > maxStates) throw new Refused('repeats too much to be matched in a short time')
    return { matches: null, edge: null, next: [], ...state }
  }

  /** Adds the states of a node that `next` follows; returns the first. */
  function before(next: State, node: Node): State {
    switch (node.type) {
      case 'character':
        return add({ matches: node.matches, next: [next] })
      case 'edge':
        return add({ edge: node.at, next: [next] })
      case 'sequence':
        return node.items.reduceRight(before, next)
      case 'choice':
        return add({ next: node.options.map((option) => before(next, option)) })
      case 'repeat': {
        const { item, min, max } = node
        let first = max === Infinity ? loop(next, item) : next
        for (let n = min; max !== Infinity && n < max; n += 1)
          first = add({ next: [before(first, item), next] })
        for (let n = 0; n < min; n += 1) first = before(first, item)
        return first
      }
    }
  }

  function loop(next: State, item: Node): State {
    const entry = add({ next: [next] })
    entry.next.push(before(entry, item))
    return entry
  }

  const end = add({})
  return { start: before(end, pattern), end }
}

function runs({ start, end }: States, text: readonly string[]): boolean {
  /** Adds a state and those that follow it without a character. */
  function enter(into: Set<State>, first: State, at: number): void {
    const open = [first]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (into.has(state)) continue
      into.add(state)
      const { matches, edge, next } = state
      const isPassed = edge === null || (edge === 'start' ? at === 0 : at === text.length)
      if (matches === null && isPassed) open.push(...next)
    }
  }

  let current = new Set<State>()
  enter(current, start, 0)
  for (const [index, character] of text.entries()) {
    const after = new Set<State>()
    /** Copies of a repeated item have the same test. */
    const results = new Map<State['matches'], boolean>()
    for (const { matches, next } of current) {
      if (matches === null) continue
      const isMatch = results.get(matches) ?? matches(character)
      results.set(matches, isMatch)
      if (isMatch) for (const following of next) enter(after, following, index + 1)
    }
    current = after
  }
  return current.has(end)
}
