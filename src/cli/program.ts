import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import { addAdminCommands } from './admin-commands.ts'
import { inspectEnvironment, lineFix, readEnvironment } from './env-file.ts'
import { operatorScopes } from './operator-scopes.ts'
import { envOption, messageOf, print, printJson, report, rethrow, urlOption } from './output.ts'

/** Parses the arguments, runs the command and sets the exit code. What a command throws is printed without its stack. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('paypane')
    .description("Command-line tools for Paypane, P2P deposits on a merchant's checkout page.")
    .version(await packageVersion())
  program
    .command('init')
    .description('write a server, a page and .env for the sandbox into this project')
    .action(initCommand)
  program
    .command('sandbox')
    .description('run an emulator of the payments service on this machine')
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 takes any free port')
        .env('SANDBOX_PORT')
        .default('4010'),
    )
    .option('--seed <text>', 'seed for ids and payment details, to repeat a run')
    .action(sandboxCommand)
  program
    .command('serve')
    .description('run a merchant server, set up by its environment; stop it with SIGTERM')
    .addOption(envOption())
    .action(serveCommand)
  program
    .command('explain')
    .description("describe the action codes of a payment's history")
    .argument('[code...]', 'codes such as 4.1.4.63; default: a history from standard input')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ paypane explain 4.1.4.63 5.1.3.35\n  $ paypane explain < status.json',
    )
    .action(explainCommand)
  program
    .command('doctor')
    .description("check a merchant server's settings with requests that change nothing")
    .addOption(envOption())
    .option('--currency <key>', 'currency of the balance check', 'UAH')
    .option('--json', 'print JSON')
    .action(doctorCommand)
  program
    .command('link')
    .description("print a pay link: the address of an order's payment page, signed with SHOP_SECRET")
    .argument('<order>', "the merchant's order reference")
    .option('--expires <time>', 'how long it is valid: 30m, 12h, 7d', '7d')
    .option('--amount <amount>', 'the amount to sign, such as 1250.00, with --currency')
    .option('--currency <key>', 'the currency to sign, such as UAH, with --amount')
    .option('--no-check', 'print the link without opening it at the server first')
    .option('--base-path <path>', 'the path that Paypane is mounted at', '/pay')
    .addOption(envOption())
    .action(linkCommand)
  program
    .command('operator')
    .description("make an operator's token, and the operator's entry for the file of OPERATORS")
    .argument('<name>', "the operator's name")
    .option(
      '--scopes <list>',
      `what the operator may do, comma-separated: ${operatorScopes.join(', ')}`,
      'read',
    )
    .action(operatorCommand)
  program
    .command('migrate')
    .description('bring the database of DATABASE_URL up to date, before new servers start')
    .addOption(envOption())
    .action(migrateCommand)
  program
    .command('backup')
    .description('copy the SQLite database of DATABASE_URL to a new file, also while the server runs')
    .argument('<file>', 'the file to create')
    .addOption(envOption())
    .action(backupCommand)
  program
    .command('copy')
    .description(
      'copy everything to an empty database, such as from SQLite to PostgreSQL, while no server runs',
    )
    .argument('<from>', 'file:./data/paypane.db or postgres://…')
    .argument('<to>', 'the same of an empty database')
    .action(copyCommand)
  program
    .command('reconcile')
    .description('compare stored payments with the service: by its list, or by a lookup of each')
    .option('--list <file>', "the service's list of orders as CSV")
    .option(
      '--columns <names>',
      'headers of the list: externalId=Order,amount=Sum (also externalTransactionId, currency, status)',
    )
    .addOption(
      new Option('--only <kind>', 'compare deposits or payouts alone, for a list that has no others').choices(
        ['deposits', 'payouts'],
      ),
    )
    .option('--from <time>', 'attempts sent from this date or time on: 2026-11-01, 2026-11-01T08:00:00Z')
    .option('--to <time>', 'attempts sent before this date or time')
    .option(
      '--review',
      'let the server look up each difference again; OPERATOR_TOKEN or ADMIN_TOKEN authenticates',
    )
    .option(
      '--record',
      "show the result in the console, by the server's admin API; authenticated as --review",
    )
    .addOption(envOption())
    .addOption(urlOption())
    .action(reconcileCommand)
  addAdminCommands(program)
  await program.parseAsync(argv).catch((error: unknown) => program.error(messageOf(error)))
}

async function initCommand(): Promise<void> {
  const { init } = await import('./init/init.ts')
  print(init(process.cwd()))
}

async function sandboxCommand(options: { port: string; seed?: string }): Promise<void> {
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${options.port} is not a port.`)
  const { sandboxLines, startSandbox } = await import('./sandbox.ts')
  const { url, settings, close } = await startSandbox({ ...options, port }).catch((error: unknown) => {
    throw new Error(
      `The sandbox cannot listen on port ${port}: ${messageOf(error)}. If another process uses the port, choose another: --port ${port + 1}`,
    )
  })
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  if (process.stdout.isTTY) return print(sandboxLines(url, settings))
  print([JSON.stringify({ listening: url })])
  report(sandboxLines(url, settings).join('\n'))
}

async function serveCommand(options: { env?: string }): Promise<void> {
  const env = await readEnvironment(options.env)
  Object.assign(process.env, env)
  // Not a module of this folder: it uses the package by its public names.
  await import(new URL('../../dist/serve/main.js', import.meta.url).href)
}

async function explainCommand(codes: string[], options: { json?: true }, command: Command): Promise<void> {
  if (codes.length === 0 && process.stdin.isTTY) command.help({ error: true })
  const { explainCodes, explainPasted, toExplainedData, toExplainedLines } = await import('./explain.ts')
  const items = codes.length > 0 ? explainCodes(codes) : explainPasted(await text(process.stdin))
  if (items.length === 0) throw new Error('The text contains no action code such as 4.1.4.63.')
  const data = toExplainedData(items)
  if (options.json) printJson(data)
  else print(toExplainedLines(items))
  const wrong = data.filter(({ format, code }) => format === 'unknown' && code !== '')
  if (wrong.length > 0)
    throw new Error(`Not an action code such as 4.1.4.63: ${wrong.map(({ code }) => code).join(', ')}`)
}

async function linkCommand(
  order: string,
  options: {
    expires: string
    basePath: string
    amount?: string
    currency?: string
    check: boolean
    env?: string
  },
): Promise<void> {
  const { payLink, tryLink } = await import('./link.ts')
  const env = await readEnvironment(options.env)
  const link = await payLink(env, { ...options, order, now: Date.now() })
  if (options.check) await tryLink(link, fetch)
  print([link])
}

async function operatorCommand(name: string, { scopes }: { scopes: string }): Promise<void> {
  const { operatorLines } = await import('./operator.ts')
  print(operatorLines(name, scopes))
}

async function migrateCommand(options: { env?: string }): Promise<void> {
  const { migrate } = await import('./database.ts')
  const env = await readEnvironment(options.env)
  const done = await migrate(env, report).catch(rethrow('The database was not migrated. '))
  const isDefault = !env['DATABASE_URL'] && !env['DATABASE_URL_FILE']
  const hint = isDefault ? ' DATABASE_URL is not set: this is the default.' : ''
  print([`${done}${hint}`])
}

async function backupCommand(file: string, options: { env?: string }): Promise<void> {
  const { backup } = await import('./backup.ts')
  const env = await readEnvironment(options.env)
  print([await backup(env, file).catch(rethrow('Nothing was backed up. '))])
}

async function copyCommand(from: string, to: string): Promise<void> {
  const { copy } = await import('./database.ts')
  print(await copy(from, to, report).catch(rethrow('The database was not copied. ')))
}

async function reconcileCommand({
  from,
  to,
  review,
  record,
  url,
  ...options
}: ReconcileFlags): Promise<void> {
  const { adminApi } = await import('./admin-api.ts')
  const { reconcile } = await import('./reconcile/reconcile.ts')
  const { recordResult, reportDifferences, reviewDifferences } = await import('./reconcile/report.ts')
  const env = await readEnvironment(options.env)
  const period = { from: timeOf(from, 0), to: timeOf(to, Date.now()) }
  if (period.from >= period.to) throw new Error('--from is not before --to: nothing would be compared.')
  const api = review || record ? adminApi(url, env) : null
  const result = await reconcile(env, { ...options, ...period }, fetch).catch(
    rethrow('Not everything was compared. '),
  )
  const { lines, summary } = reportDifferences(result)
  if (lines.length > 0) print(lines)
  report(summary)
  const { differences, unanswered, unreadable } = result
  if (differences.length + unanswered + unreadable.length > 0) process.exitCode = 1
  if (api !== null && review) report(await reviewDifferences(api, differences))
  if (api !== null && record) report(await recordResult(api, result, { ...options, ...period }))
}

interface ReconcileFlags {
  list?: string
  columns?: string
  only?: 'deposits' | 'payouts'
  from?: string
  to?: string
  review?: true
  record?: true
  env?: string
  url?: string
}

function timeOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  // `Date.parse` takes 01.11.2026 for 11 January, and a day that a month lacks for one of the next.
  const [day] = /^[\d-]{10}(?=$|T.+(?:Z|[+-]\d\d:\d\d)$)/.exec(text) ?? []
  const time = day !== undefined && new Date(day).toJSON()?.startsWith(day) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new Error(`${text} is no date or time: write 2026-11-01 or 2026-11-01T08:00:00Z.`)
  return time
}

async function doctorCommand(options: { json?: true; env?: string; currency: string }) {
  const { allPassed, runChecks } = await import('./doctor/doctor.ts')
  const { failed, reportLines } = await import('./doctor/finding.ts')
  const { env, ignoredLines } = await inspectEnvironment(options.env)
  const lines = ignoredLines.map((line) => failed(`${options.env}:${line}`, 'is not a setting', lineFix))
  const findings = [...lines, ...(await runChecks(env, options.currency))]
  const passed = allPassed(findings)
  if (options.json) printJson({ ok: passed, checks: findings })
  else print(reportLines(findings, (color, word) => styleText(color, word, { stream: process.stdout })))
  if (!passed) process.exitCode = 1
}

async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
