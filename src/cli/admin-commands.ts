import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { Argument, type Command } from 'commander'
import { adminApi, requestAdmin } from './admin-api.ts'
import { fail, messageOf, print, printJson, urlOption } from './output.ts'

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
    .action(exportCommand)
  program
    .command('case')
    .description(
      "print the case file of a checkout for the payments service's support; OPERATOR_TOKEN or ADMIN_TOKEN authenticates",
    )
    .argument('<checkout>', 'the id of the checkout: co_…')
    .option('--archive <file>', 'write it to a file instead, as an archive with the receipts')
    .addOption(urlOption())
    .action(caseCommand)
  const customer = program
    .command('customer')
    .description("export or erase a customer's data; OPERATOR_TOKEN or ADMIN_TOKEN authenticates")
  customer
    .command('export')
    .description('print everything stored about a customer as JSON')
    .argument('<customer>', "the merchant's customer id")
    .addOption(urlOption())
    .action(exportCustomerCommand)
  customer
    .command('erase')
    .description("delete a customer's cards and erase the customer from every checkout")
    .argument('<customer>', "the merchant's customer id")
    .addOption(urlOption())
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

/** Why the options do not fit the file, or null. A filter that is ignored would give a file with the wrong rows. */
function filterProblem(what: string, options: ExportOptions): string | null {
  const wrong = filters.find(({ option, of }) => options[option] !== undefined && !of.includes(what))
  return wrong === undefined
    ? null
    : `${wrong.flag} is a filter of ${wrong.of.join(' and ')}, not of ${what}. Nothing was exported.`
}

/** The path and query of an export, below `/admin`. */
function exportPath(what: string, options: ExportOptions): string {
  const query = new URLSearchParams({ what })
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return `/export?${query}`
}

async function sendAdminRequest(
  { url, method, path }: { url: string | undefined; method: 'GET' | 'DELETE'; path: string },
  command: Command,
): Promise<Response> {
  const api = adminApi(url, process.env)
  if (typeof api === 'string') command.error(api)
  return await requestAdmin(api, method, path).catch(fail(command))
}

const customerPath = (customer: string): string => `/customers/${encodeURIComponent(customer)}`

/** Prints the body as it arrives. */
async function printBody({ body }: Response, command: Command): Promise<void> {
  await body?.pipeTo(Writable.toWeb(process.stdout), { preventClose: true }).catch((error: unknown) => {
    // The reader has all that it wants, as in `paypane export checkouts | head`.
    if (isClosedPipe(error)) process.exit()
    return command.error('The connection broke: the export is not complete.')
  })
}

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'

async function exportCommand(
  what: string,
  { url, ...options }: ExportOptions & { url?: string },
  command: Command,
): Promise<void> {
  const problem = filterProblem(what, options)
  if (problem !== null) command.error(problem)
  const response = await sendAdminRequest({ url, method: 'GET', path: exportPath(what, options) }, command)
  await printBody(response, command)
}

async function caseCommand(
  checkout: string,
  { url, archive }: { url?: string; archive?: string },
  command: Command,
): Promise<void> {
  const format = archive === undefined ? 'text' : 'zip'
  const path = `/checkouts/${encodeURIComponent(checkout)}/case?format=${format}`
  const response = await sendAdminRequest({ url, method: 'GET', path }, command)
  if (archive === undefined) return await printBody(response, command)
  // Not over an existing file, which may be the evidence of another case.
  await writeFile(archive, new Uint8Array(await response.arrayBuffer()), { flag: 'wx' }).catch(
    (error: unknown) => command.error(`${archive} was not written: ${messageOf(error)}.`),
  )
}

async function exportCustomerCommand(
  customer: string,
  { url }: { url?: string },
  command: Command,
): Promise<void> {
  const path = customerPath(customer)
  await printBody(await sendAdminRequest({ url, method: 'GET', path }, command), command)
  print([''])
}

async function eraseCommand(
  customer: string,
  { url, yes }: { url?: string; yes?: true },
  command: Command,
): Promise<void> {
  if (!yes) command.error('Nothing was erased. Erasing cannot be undone: add --yes.')
  const path = customerPath(customer)
  const response = await sendAdminRequest({ url, method: 'DELETE', path }, command)
  printJson(await response.json())
}
