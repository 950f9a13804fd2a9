import { type Finding, failed, ok, warning } from './finding.ts'

/** Further apart than this, and times in records, tokens and histories mislead. */
const mostSeconds = 30

/** A `fetch` that notes how far this machine's clock is from the one that answers. */
export function clockWatcher(through: typeof fetch) {
  let apart: number | null = null
  const watching: typeof fetch = async (input, init) => {
    const response = await through(input, init)
    const theirs = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(theirs)) apart = Math.round((Date.now() - theirs) / 1000)
    return response
  }
  return { fetch: watching, finding: (): Finding => judge(apart) }
}

export function judge(apart: number | null): Finding {
  if (apart === null) {
    return warning(
      'clock',
      'the service told no time',
      'Check the clock of this machine by other means (NTP).',
    )
  }
  const direction = apart > 0 ? 'ahead of' : 'behind'
  return Math.abs(apart) > mostSeconds
    ? failed(
        'clock',
        `${Math.abs(apart)} seconds ${direction} the service`,
        'Set the clock of this machine (NTP).',
      )
    : ok('clock', 'agrees with the service')
}
