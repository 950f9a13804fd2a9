import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { Argument, type Command } from 'commander'
import { readEnvironment } from './env-file.ts'
import { envOption, print, printJson, rethrow, urlOption } from './output.ts'

/** The commands that request the admin API of a running server. */
export function addAdminCommands(program: Command): void {
  program
    .command('export')
    .description('print checkouts, payouts or events as CSV; OPERATOR_TOKEN or ADMIN_TOKEN authenticates')
    .addArgument(new Argument('<what>').choices(['checkouts', 'payouts', 'events']))
    .option('--since <time>', 'from this date or time on: 2026-11-01, 2026-11-01T08:00:00Z')
    .option('--until <time>', 'before this date or time')
    .option('--status <status>', 'only with this status')
    .option('--type <types>', 'only events of these types, separated by commas')
    .option('--search <text>', 'only checkouts or payouts whose reference or id begins with this text')
    .option('--needs-review', 'only checkouts or payouts that need review')
    .addOption(urlOption())
    .addOption(envOption())
    .action(exportCommand)
  program
    .command('case')
    .description(
      "print the case file of a checkout for the payments service's support; OPERATOR_TOKEN or ADMIN_TOKEN authenticates",
    )
    .argument('<checkout>', 'the id of the checkout: co_…')
    .option('--archive <file>', 'write it to a file instead, as an archive with the receipts')
    .addOption(urlOption())
    .addOption(envOption())
    .action(caseCommand)
  const customer = program
    .command('customer')
    .description("export or erase a customer's data; OPERATOR_TOKEN or ADMIN_TOKEN authenticates")
  customer
    .command('export')
    .description('print everything stored about a customer as JSON')
    .argument('<customer>', "the merchant's customer id")
    .addOption(urlOption())
    .addOption(envOption())
    .action(exportCustomerCommand)
  customer
    .command('erase')
    .description("delete a customer's cards and erase the customer from every checkout")
    .argument('<customer>', "the merchant's customer id")
    .addOption(urlOption())
    .addOption(envOption())
    .option('--yes', 'confirm: erasing cannot be undone')
    .action(eraseCommand)
}

/** The options of `paypane export`: the query parameters of the admin API. */
interface ExportOptions {
  since?: string | undefined
  until?: string | undefined
  status?: string | undefined
  type?: string | undefined
  search?: string | undefined
  needsReview?: true | undefined
}

const lists = ['checkouts', 'payouts']
const filters: { option: keyof ExportOptions; flag: string; of: readonly string[] }[] = [
  { option: 'search', flag: '--search', of: lists },
  { option: 'needsReview', flag: '--needs-review', of: lists },
  { option: 'type', flag: '--type', of: ['events'] },
]

/** The path and query of an export, below `/admin`. A filter that is ignored would give a file with the wrong rows. */
function exportPath(what: string, options: ExportOptions): string {
  const wrong = filters.find(({ option, of }) => options[option] !== undefined && !of.includes(what))
  if (wrong !== undefined)
    throw new Error(
      `${wrong.flag} is a filter of ${wrong.of.join(' and ')}, not of ${what}. Nothing was exported.`,
    )
  const query = new URLSearchParams({ what })
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return `/export?${query}`
}

/** The options of every command here: the address of the server, and a file with settings. */
interface ServerOptions {
  url?: string | undefined
  env?: string | undefined
}

async function sendAdminRequest(server: ServerOptions, method: 'GET' | 'DELETE', path: string) {
  const { adminApi, requestAdmin } = await import('./admin-api.ts')
  const env = await readEnvironment(server.env)
  return await requestAdmin(adminApi(server.url, env), method, path)
}

const customerPath = (customer: string): string => `/customers/${encodeURIComponent(customer)}`

/** Prints the body as it arrives. */
async function printBody({ body }: Response): Promise<void> {
  await body?.pipeTo(Writable.toWeb(process.stdout), { preventClose: true }).catch((error: unknown) => {
    // The reader has all that it wants, as in `paypane export checkouts | head`.
    if (isClosedPipe(error)) process.exit()
    throw new Error('The connection broke: the export is not complete.')
  })
}

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

async function exportCommand(
  what: string,
  { url, env, ...options }: ExportOptions & ServerOptions,
): Promise<void> {
  await printBody(await sendAdminRequest({ url, env }, 'GET', exportPath(what, options)))
}

async function caseCommand(
  checkout: string,
  { archive, ...server }: ServerOptions & { archive?: string },
): Promise<void> {
  const format = archive === undefined ? 'text' : 'zip'
  const path = `/checkouts/${encodeURIComponent(checkout)}/case?format=${format}`
  const response = await sendAdminRequest(server, 'GET', path)
  if (archive === undefined) return await printBody(response)
  const content = new Uint8Array(await response.arrayBuffer())
  // Not over an existing file, which may be the evidence of another case.
  await writeFile(archive, content, { flag: 'wx' }).catch(rethrow(`${archive} was not written: `))
}

async function exportCustomerCommand(customer: string, server: ServerOptions): Promise<void> {
  await printBody(await sendAdminRequest(server, 'GET', customerPath(customer)))
  print([''])
}

async function eraseCommand(
  customer: string,
  { yes, ...server }: ServerOptions & { yes?: true },
): Promise<void> {
  if (!yes) throw new Error('Nothing was erased. Erasing cannot be undone: add --yes.')
  const response = await sendAdminRequest(server, 'DELETE', customerPath(customer))
  printJson(await response.json())
}
