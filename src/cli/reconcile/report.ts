import type { StoredAttempt } from 'paypane/server/sqlite'
import { csvLine } from '../../service/csv-line.ts'
import { type AdminApi, isRefusal, requestAdmin } from '../admin-api.ts'
import type { Difference } from './compare.ts'
import type { ReconcileOptions, Reconciliation } from './reconcile.ts'

/** The differences as CSV, and one line about the whole. */
export function reportDifferences({
  compared,
  unanswered,
  differences,
  notCompared,
  unreadable,
}: Reconciliation): {
  lines: string[]
  summary: string
} {
  const found = differences.map(({ kind, local, order, here, there }) => [
    kind,
    local?.kind ?? '',
    local?.ref ?? '',
    local?.externalTransactionId ?? order?.externalTransactionId ?? '',
    local?.externalId ?? order?.externalId ?? '',
    here ?? '',
    there ?? '',
  ])
  const rows = [...found, ...unreadable.map((id) => ['unreadable', '', id, '', '', '', ''])]
  const header = ['difference', 'kind', 'reference', 'externalTransactionId', 'externalId', 'here', 'there']
  const lookups = counted(unanswered, 'lookup was', 'lookups were')
  const left = unanswered === 0 ? '' : ` ${lookups} not answered: run this again later.`
  const leftOut =
    notCompared.length === 0 ? '' : ` Not compared, at least in part: ${notCompared.join(', ')}.`
  const entries = counted(unreadable.length, 'checkout or payout', 'checkouts or payouts')
  const notRead = unreadable.length === 0 ? '' : ` ${entries} cannot be read.`
  return {
    lines: rows.length === 0 ? [] : [header, ...rows].map(csvLine),
    summary: `${compared} compared, ${counted(differences.length, 'difference', 'differences')}.${left}${notRead}${leftOut}`,
  }
}

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** More the server does not keep. */
const maxRecorded = 100
const maxTextLength = 512

const recorded = (text: string | null | undefined): string | null => text?.slice(0, maxTextLength) ?? null

/** Stores the result for the console's page. Returns what was done, for people. */
export async function recordResult(
  api: AdminApi,
  { compared, unanswered, differences, notCompared, unreadable }: Reconciliation,
  { from, to, list }: ReconcileOptions,
): Promise<string> {
  const shown = differences.slice(0, maxRecorded)
  const result = {
    from: from === 0 ? null : new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    byList: list !== undefined,
    ...{ compared, unanswered, notCompared, total: differences.length },
    unreadable: unreadable.slice(0, maxRecorded),
    differences: shown.map(({ kind, local, order, here, there }) => ({
      ...{ kind, here: recorded(here), there: recorded(there) },
      payment: local && {
        kind: local.kind,
        id: local.kind === 'payout' ? local.ref : local.entry,
        ...{ ref: recorded(local.ref), attempt: local.n },
      },
      externalTransactionId: recorded(local?.externalTransactionId ?? order?.externalTransactionId),
      externalId: recorded(local?.externalId ?? order?.externalId),
    })),
  }
  await requestAdmin(api, 'POST', '/reconciliation', result)
  return 'The console shows the result on its page Reconciliation.'
}

/**
 * The server looks up each attempt again: it takes over what the service says, or opens a review. What it refuses is named in
 * the returned text, and the others go on. Throws where it would refuse them all, as with a wrong token.
 */
export async function reviewDifferences(
  api: AdminApi,
  differences: readonly Difference<StoredAttempt>[],
): Promise<string> {
  const attempts = new Map(
    differences.flatMap(({ kind, local }) =>
      local === null ? [] : [[local.externalTransactionId, { difference: kind, local }] as const],
    ),
  )
  const refused: { ref: string; message: string }[] = []
  for (const { difference, local } of attempts.values()) {
    const path =
      local.kind === 'payout'
        ? `/payouts/${encodeURIComponent(local.ref)}/review`
        : `/checkouts/${local.entry}/review`
    const decision = { attempt: local.n, action: 'recheck', note: `paypane reconcile: ${difference}` }
    await requestAdmin(api, 'POST', path, decision).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      refused.push({ ref: local.ref, message: error.message })
    })
  }
  const notLookedUp = [...Map.groupBy(refused, ({ message }) => message)].map(
    ([message, of]) => ` Not looked up: ${of.map(({ ref }) => ref).join(', ')}. ${message}`,
  )
  const missing = differences.filter(({ local }) => local === null).length
  const rest =
    missing === 0
      ? ''
      : ` Missing here: ${counted(missing, 'order', 'orders')}. Mark them in your shop, and ask the service about them.`
  const lookedUp = counted(attempts.size - refused.length, 'attempt', 'attempts')
  return `The server looks up ${lookedUp} again.${notLookedUp.join('')}${rest}`
}
