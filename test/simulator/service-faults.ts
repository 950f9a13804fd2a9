import { error, json } from './service-wire.ts'

type Operation = 'deposit.create' | 'deposit.status' | 'payout.create' | 'payout.status'

/**
 * What happens to the next requests. `drop-before` and `drop-after`: there is no response; `lag-status`: lookups find
 * nothing yet. `commit`: a request that gets another status is executed all the same.
 */
export interface Fault {
  on: Operation
  effect: 'drop-before' | 'drop-after' | 'malformed' | 'lag-status' | `status:${number}`
  times: number
  commit: boolean
}

/** The response of this status, whatever was requested. */
export function responseOf(status: number): Response {
  if (status === 401 || status === 403) return new Response(null, { status })
  if (status === 404) return error(404, 'NOT_FOUND')
  return error(status, status < 500 ? 'TEMPORARY_ERROR' : 'INTERNAL_SERVER_ERROR')
}

/** What goes wrong between the merchant and the service, or within it. */
export function createFaults() {
  const faults: Fault[] = []

  function take(on: Operation): Partial<Fault> {
    const fault = faults.find((one) => one.on === on)
    if (fault === undefined) return {}
    fault.times -= 1
    if (fault.times === 0) faults.splice(faults.indexOf(fault), 1)
    return fault
  }

  return {
    add: (fault: Fault): unknown => faults.push({ ...fault }),
    end(): void {
      faults.length = 0
    },
    /** `handle`: executes the request. Throws where there is no response. */
    apply(on: Operation, handle: () => Response): Response {
      const { effect, commit = false } = take(on)
      const [name, status] = effect?.split(':') ?? []
      if (name === 'status') {
        if (commit) handle()
        return responseOf(Number(status))
      }
      const noResponse = new TypeError('fetch failed')
      if (name === 'drop-before') throw noResponse
      const response = handle()
      if (name === 'drop-after') throw noResponse
      if (name === 'malformed') return json('{"externalId": ')
      return name === 'lag-status' && response.ok ? responseOf(404) : response
    },
  }
}
