import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseCommandLine } from '../../scripts/command-line.ts'

const source = `import { z } from 'zod'

/**
 * Plants trees: \`npm run plant -- --trees 7\`.
 * \`--deep\`: with their roots.
 */
const unrelated = 1
/** Another comment. */
`
const usage = `Plants trees: \`npm run plant -- --trees 7\`.
\`--deep\`: with their roots.

Options: --trees VALUE, --deep, --help
`
const parse = (args: string[], allowPositionals = false) =>
  parseCommandLine(source, {
    args,
    values: z.object({ trees: z.coerce.number().int().default(1), deep: z.boolean().default(false) }),
    options: { trees: { type: 'string' }, deep: { type: 'boolean' } },
    allowPositionals,
  })

test('a script reads its options and names', () => {
  expect(parse([])).toEqual({ values: { trees: 1, deep: false }, positionals: [] })
  expect(parse(['oak', '--trees', '7', '--deep'], true)).toEqual({
    values: { trees: 7, deep: true },
    positionals: ['oak'],
  })
})

test.each(['--help', '-h'])('%s prints the first comment of the script and its options', (flag) => {
  expect(parse(['--trees', '7', flag])).toEqual({ output: usage, code: 0 })
})

test.each([
  [['--tress', '7'], "Unknown option '--tress'"],
  [['--trees'], "Option '--trees <value>' argument missing"],
  [['--trees', 'many'], '--trees: Invalid input: expected number, received NaN'],
  [['oak'], "Unexpected argument 'oak'"],
])('a mistake is named above the usage: %j', (args, problem) => {
  expect(parse(args)).toEqual({ output: `${problem}\n\n${usage}`, code: 2 })
})

test.each([
  ['--help', 0, /^$/, /^Simulates payers.*Options: --store VALUE/s],
  ['--sede', 2, /^Unknown option '--sede'\n\nSimulates payers/, /^$/],
])('npm run simulate -- %s ends without a stack', (option, code, err, out) => {
  const script = fileURLToPath(new URL('../../scripts/simulate.ts', import.meta.url))
  const flags = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, script, option], {
    encoding: 'utf8',
  })
  expect(status).toBe(code)
  expect(stderr).toMatch(err)
  expect(stdout).toMatch(out)
})
