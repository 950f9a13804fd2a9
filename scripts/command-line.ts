import { readFileSync, writeSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { z } from 'zod'

type Options = NonNullable<ParseArgsConfig['options']>

interface CommandLine<Values> {
  options?: Options
  /** What the options' values are. */
  values: z.ZodType<Values>
  allowPositionals?: boolean
  /** Default: all. */
  args?: string[]
}

/** What a script reads, or else prints and ends with. */
type Reading<Values> = { values: Values; positionals: string[] } | { output: string; code: 0 | 2 }

/**
 * Reads the command line of the script in this file. `--help` prints its usage, which is the first comment of the file, and
 * ends with 0. A mistake is named above the usage, and ends with 2.
 */
export function readCommandLine<Values>(
  file: string,
  line: CommandLine<Values>,
): { values: Values; positionals: string[] } {
  const reading = parseCommandLine(readFileSync(file, 'utf8'), line)
  if ('values' in reading) return reading
  // At once: the process ends before a stream has written.
  writeSync(reading.code === 0 ? 1 : 2, reading.output)
  process.exit(reading.code)
}

export function parseCommandLine<Values>(
  source: string,
  {
    options = {},
    values: schema,
    allowPositionals = false,
    args = process.argv.slice(2),
  }: CommandLine<Values>,
): Reading<Values> {
  const usage = usageOf(source, options)
  const mistake = (problem: string): Reading<Values> => ({ output: `${problem}\n\n${usage}`, code: 2 })
  const all: Options = { ...options, help: { type: 'boolean', short: 'h' } }
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options: all, allowPositionals })
  } catch (error) {
    // The sentences after the first are for those who wrote the script.
    return mistake(error instanceof Error ? error.message.replace(/\.\s.*/s, '') : String(error))
  }
  if (parsed.values['help'] === true) return { output: usage, code: 0 }
  const { data, error } = schema.safeParse(parsed.values)
  if (error !== undefined)
    return mistake(error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('\n'))
  return { values: data, positionals: parsed.positionals }
}

function usageOf(source: string, options: Options): string {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? []
  const text = comment.replaceAll(/^ *\* ?/gm, '').trim()
  const names = Object.entries(options).map(([name, { type }]) =>
    type === 'string' ? `--${name} VALUE` : `--${name}`,
  )
  return `${text}\n\nOptions: ${[...names, '--help'].join(', ')}\n`
}
