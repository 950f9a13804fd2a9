/** The rows of a CSV file (RFC 4180), by the separator that its first row has more of: a comma, a semicolon or a tab. */
export async function* csvRows(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ fields: string[]; separator: string }> {
  let rest = ''
  let separator: string | null = null
  for await (const chunk of chunks) {
    rest += chunk
    let start = 0
    for (let end = lineEnd(rest, start); end !== -1; end = lineEnd(rest, start)) {
      const line = lineOf(rest.slice(start, end))
      start = end + 1
      if (line === '') continue
      separator ??= separatorOf(line)
      yield { fields: fieldsOf(line, separator), separator }
    }
    rest = rest.slice(start)
  }
  if (rest.split('"').length % 2 === 0)
    throw new Error('A quotation mark of the list is not closed. Nothing more was compared.')
  const last = lineOf(rest)
  if (last === '') return
  separator ??= separatorOf(last)
  yield { fields: fieldsOf(last, separator), separator }
}

/** Without the byte order mark that a file may begin with, and the rest of its line break. */
const lineOf = (text: string): string => text.replace(/^\uFEFF|\r$/g, '')

/** The next line break that is not inside quotation marks; -1: none. */
function lineEnd(text: string, start: number): number {
  let end = text.indexOf('\n', start)
  let from = start
  let isQuoted = false
  while (end !== -1) {
    for (let quote = text.indexOf('"', from); quote !== -1 && quote < end; quote = text.indexOf('"', from)) {
      isQuoted = !isQuoted
      from = quote + 1
    }
    if (!isQuoted) return end
    from = end + 1
    end = text.indexOf('\n', from)
  }
  return -1
}

function separatorOf(line: string): string {
  const count = (separator: string): number => line.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

function fieldsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator)
  const fields: string[] = []
  for (let at = 0; at <= line.length; ) {
    const [text, end] = line[at] === '"' ? quotedField(line, at) : plainField(line, at, separator)
    fields.push(text)
    at = end + 1
  }
  return fields
}

function plainField(line: string, at: number, separator: string): [string, number] {
  const found = line.indexOf(separator, at)
  const end = found === -1 ? line.length : found
  return [line.slice(at, end), end]
}

function quotedField(line: string, at: number): [string, number] {
  let text = ''
  let from = at + 1
  for (;;) {
    const quote = line.indexOf('"', from)
    if (quote === -1) return [text + line.slice(from), line.length]
    text += line.slice(from, quote)
    if (line[quote + 1] !== '"') return [text, quote + 1]
    text += '"'
    from = quote + 2
  }
}
