/** The options of `paypane export`: the query parameters of the admin API. */
export interface ExportOptions {
  since?: string | undefined
  until?: string | undefined
  status?: string | undefined
  type?: string | undefined
  search?: string | undefined
  needsReview?: true | undefined
}

/** The path and query of an export, below `/admin`. */
export function exportPath(what: string, options: ExportOptions): string {
  const query = new URLSearchParams({ what })
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return `/export?${query}`
}
