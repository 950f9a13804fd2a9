import type { CreateOutcome } from '../../service/create-response.ts'
import type { PaymentsOutcomeUnknownError, PaymentsRefusedError } from '../../service/errors.ts'
import type { Profile } from '../../service/pipeline.ts'
import type { LookupOutcome } from '../../service/status-response.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { createOutage, type Outage } from './outage.ts'

export interface Pipeline {
  name: string
  profile: Profile
}

/** A single request that fails is no outage, unless its cause is one that stays. */
const minFailures = 3

/** Name resolution, a closed port and certificates: the next request fails as this one did. */
const lasting =
  /\((?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|[A-Z_]*(?:CERT|TLS|SSL)[A-Z_]*)\)/

/** Logs each outage of a host of the service, and of a pipeline's key, once at its start and once at its end. */
export function createServiceOutages({ log, clock }: { log: Log; clock: Clock }) {
  const outages = new Map<string, Outage>()
  const outageOf = (what: string, endMessage: string): Outage => {
    const known = outages.get(what) ?? createOutage({ log, clock, endMessage })
    outages.set(what, known)
    return known
  }
  /** Creates of a form and of a saved card have hosts of their own; every lookup goes to the core host. */
  const hostOutage = (name: string): Outage => outageOf(`host ${name}`, `${name} responds again`)
  const keyOutage = ({ name }: Pipeline): Outage =>
    outageOf(`key ${name}`, `the payments service accepts the key of pipeline ${name} again`)
  const rightOutage = ({ name }: Pipeline, request: string): Outage =>
    outageOf(
      `right ${name} ${request}`,
      `the payments service allows every ${request} of pipeline ${name} again`,
    )

  /** The key could not be obtained, so nothing was requested. */
  const keyMissing = (pipeline: Pipeline): void =>
    keyOutage(pipeline).failed(
      `the key of pipeline ${pipeline.name} cannot be obtained, so nothing is requested with it`,
    )

  return {
    record(pipeline: Pipeline, request: 'create' | 'lookup', outcome: CreateOutcome | LookupOutcome) {
      const error = 'error' in outcome ? outcome.error : null
      if (error?.status === 429) return
      if (error !== null && wasNotSent(error)) return keyMissing(pipeline)
      const host = hostOf(pipeline, request)
      if (error !== null && isHostFailure(error)) {
        const cause = firstSentence(error.message)
        const consequence = 'orders under way stay undecided until it responds'
        hostOutage(host).failed(`${host} fails, and ${consequence}: ${cause}`, {
          minFailures: lasting.test(cause) ? 1 : minFailures,
        })
        return
      }
      hostOutage(host).ended()
      if (error?.status === 401) {
        keyOutage(pipeline).failed(
          `the payments service rejects the key of pipeline ${pipeline.name} (HTTP 401): copy the complete key again, or obtain a new one`,
        )
        return
      }
      keyOutage(pipeline).ended()
      if (error?.status === 403)
        rightOutage(pipeline, request).failed(
          `the payments service does not allow a ${request} of pipeline ${pipeline.name} (HTTP 403): its key lacks the right, or the address of this server is not among the allowed ones`,
        )
      else rightOutage(pipeline, request).ended()
    },
    keyMissing,
  }
}

function hostOf({ profile }: Pipeline, request: 'create' | 'lookup'): string {
  if (request === 'create' && profile === 'form') return 'the form host of the payments service'
  if (request === 'create' && profile === 'token') return 'the saved-card host of the payments service'
  return 'the payments service'
}

/** The client has no response of this kind but where it could not obtain the key. */
const wasNotSent = (error: PaymentsRefusedError | PaymentsOutcomeUnknownError): boolean =>
  error.outcome === 'unknown' && error.kind === 'other' && error.status === null

/** No response, or one that is not the service's. A refusal and a duplicate are responses. */
const isHostFailure = (error: PaymentsRefusedError | PaymentsOutcomeUnknownError): boolean =>
  error.outcome === 'unknown' && error.kind !== 'duplicate' && error.kind !== 'unauthorized'

/** The cause, without what it means for the one order. */
const firstSentence = (message: string): string => message.split(/\.(?:\s|$)/)[0] ?? message
