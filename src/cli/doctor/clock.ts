import { type Finding, failed, ok, warning } from './finding.ts'

/** A larger offset makes times in records, tokens and histories misleading. */
const maxOffsetSeconds = 30

/** A `fetch` that measures the offset between this machine's clock and the service's `Date` header. */
export function createClockCheck(fetcher: typeof fetch) {
  let offsetSeconds: number | null = null
  const measuringFetch: typeof fetch = async (input, init) => {
    const response = await fetcher(input, init)
    const serviceTime = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(serviceTime)) offsetSeconds = Math.round((Date.now() - serviceTime) / 1000)
    return response
  }
  return { fetch: measuringFetch, finding: (): Finding => clockFinding(offsetSeconds) }
}

export function clockFinding(offsetSeconds: number | null): Finding {
  if (offsetSeconds === null) {
    return warning(
      'clock',
      'the service sent no Date header',
      'Check the clock of this machine another way (NTP).',
    )
  }
  const direction = offsetSeconds > 0 ? 'ahead of' : 'behind'
  return Math.abs(offsetSeconds) > maxOffsetSeconds
    ? failed(
        'clock',
        `${Math.abs(offsetSeconds)} seconds ${direction} the service`,
        'Set the clock of this machine (NTP).',
      )
    : ok('clock', 'agrees with the service')
}
