import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseEnv, styleText } from 'node:util'
import { Command, Option } from 'commander'
import { allPassed, runChecks } from './doctor/doctor.ts'
import { reportLines } from './doctor/report.ts'
import { explainCodes, explainPasted, toExplainedData, toExplainedLines } from './explain.ts'
import { sandboxLines, startSandbox } from './sandbox.ts'

/** Parses the arguments, runs the command and sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('paypane')
    .description("P2P deposits on a merchant's page: command line tools.")
    .version(await packageVersion())
  program
    .command('sandbox')
    .description('run an emulator of the payments service on this machine')
    .addOption(
      new Option('--port <number>', 'the port to listen on; 0 takes any free port')
        .env('SANDBOX_PORT')
        .default('4010'),
    )
    .option('--seed <text>', 'the same seed and requests give the same results')
    .action(sandboxCommand)
  program
    .command('explain')
    .description("explain the action codes of a payment's history")
    .argument('[code...]', 'codes such as 4.1.4.63; default: a history on standard input')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ paypane explain 4.1.4.63 5.1.3.35\n  $ paypane explain < status.json',
    )
    .action(explainCommand)
  program
    .command('doctor')
    .description("check the environment of a merchant's server with read-only requests")
    .option('--env <file>', 'also read settings from a file; the environment takes precedence')
    .option('--currency <key>', 'the currency whose balance is requested', 'UAH')
    .option('--json', 'print JSON')
    .action(doctorCommand)
  await program.parseAsync(argv)
}

const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`)
}

const printJson = (value: unknown): void => print([JSON.stringify(value, null, 2)])

async function sandboxCommand(options: { port: string; seed?: string }, command: Command): Promise<void> {
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) command.error(`${options.port} is not a port.`)
  const { url, settings, close } = await startSandbox({ ...options, port }).catch((error: unknown) =>
    command.error(
      `The sandbox cannot listen on port ${port}: ${error instanceof Error ? error.message : ''}`,
    ),
  )
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  print(process.stdout.isTTY ? sandboxLines(url, settings) : [JSON.stringify({ listening: url })])
}

async function explainCommand(codes: string[], options: { json?: true }, command: Command): Promise<void> {
  if (codes.length === 0 && process.stdin.isTTY) command.help({ error: true })
  const items = codes.length > 0 ? explainCodes(codes) : explainPasted(await text(process.stdin))
  if (items.length === 0) command.error('The text contains no action code.')
  if (options.json) printJson(toExplainedData(items))
  else print(toExplainedLines(items))
}

async function doctorCommand(options: { json?: true; env?: string; currency: string }, command: Command) {
  const file = options.env === undefined ? '' : await readFile(options.env, 'utf8').catch(() => null)
  if (file === null) command.error(`The file ${options.env} cannot be read.`)
  const findings = await runChecks({ ...parseEnv(file), ...process.env }, options.currency)
  const passed = allPassed(findings)
  if (options.json) printJson({ ok: passed, checks: findings })
  else print(reportLines(findings, (color, word) => styleText(color, word, { stream: process.stdout })))
  if (!passed) process.exitCode = 1
}

async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
