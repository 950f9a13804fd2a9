/** The options of `paypane export`: the query parameters of the admin API. */
export interface ExportOptions {
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
export function filterProblem(what: string, options: ExportOptions): string | null {
  const wrong = filters.find(({ option, of }) => options[option] !== undefined && !of.includes(what))
  return wrong === undefined
    ? null
    : `${wrong.flag} is a filter of ${wrong.of.join(' and ')}, not of ${what}. Nothing was exported.`
}

/** The path and query of an export, below `/admin`. */
export function exportPath(what: string, options: ExportOptions): string {
  const query = new URLSearchParams({ what })
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return `/export?${query}`
}
