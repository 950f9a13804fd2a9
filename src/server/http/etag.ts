import type { CheckoutView } from '../../contract/view.ts'

/** A view's version, which is its weak `ETag`: of what is stored, neither of the clock nor of the pace. The same in every process. */
export function etagOf({ now: _now, pollAfter: _pollAfter, ...stored }: CheckoutView): string {
  return `W/"${digest(JSON.stringify(stored))}"`
}

/**
 * 64 bits that the next view of a checkout does not have by chance. No secret hangs on them, and they are made at every
 * question: two FNV-1a lanes take a microsecond, `crypto.subtle` a trip to another thread.
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
