import type { CheckoutView } from '../../contract/view.ts'
import type { Proof } from '../checkout/proof.ts'

/**
 * The weak `ETag` of a view for a proof: of what is stored, not of `now` and `pollAfter`. The same in every process,
 * different for another access or with and without a customer.
 */
export function etagOf(
  { now: _now, pollAfter: _pollAfter, ...stored }: CheckoutView,
  { access, customer }: Proof,
): string {
  return `W/"${digest(JSON.stringify([stored, access, customer !== null]))}"`
}

/** A client has seen at most a few versions. */
const maxTags = 20

/** Weak comparison of an `If-None-Match` header with an `ETag`. `*` matches any. */
export const etagMatches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',', maxTags).some((candidate) => opaqueTag(candidate.trim()) === opaqueTag(etag))

const opaqueTag = (etag: string): string => etag.replace(/^W\//, '')

/**
 * A 64-bit digest of two FNV-1a lanes. It protects no secret and is computed for every request: it takes a
 * microsecond, `crypto.subtle` a round trip to another thread.
 */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return hex(a) + hex(b)
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, '0')
