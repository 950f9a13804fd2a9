import type { z } from 'zod'
import { maxReceiptBytes, maxReceipts } from '../../contract/claim.ts'
import type { Payer } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { type BodyLimits, enterOrRefuse, readBytes, readJsonText, readText, validateJson } from './body.ts'

// The functions throw `malformed`, `body_too_large`, `unsupported_media_type` or `request_timeout`, and `rate_limited` for an
// address that has sent too many such bodies: none of its bodies is read then.

const maxBytes = 8 * 1024
/** Members, items and pairs: no request has as many, and each costs time to parse. */
const maxParts = 500

const malformed = ['malformed', 'body_too_large', 'unsupported_media_type', 'request_timeout'] as const

export const readPayerJson = <T extends z.ZodType>(
  context: Context,
  { request, address }: Payer,
  schema: T,
): Promise<z.output<T>> =>
  context.guard.malformedBodies.countFailures(address, malformed, async () => {
    const text = await readJsonText(request, limitsOf(context, address))
    assertFewParts(text, ['{', '[', ',', ':'])
    return validateJson(text, schema, JSON.parse)
  })

/** The address of a page contains a token that another site cannot know: such a form is none of the page. */
export const isCrossSite = ({ headers }: Request): boolean => headers.get('sec-fetch-site') === 'cross-site'

/** An urlencoded form of the hosted page. */
export const readPayerForm = (context: Context, { request, address }: Payer): Promise<URLSearchParams> =>
  context.guard.malformedBodies.countFailures(address, malformed, async () => {
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new ProblemError('unsupported_media_type')
    const text = await readText(request, limitsOf(context, address))
    assertFewParts(text, ['&'])
    return new URLSearchParams(text)
  })

/** The typed values of a form, as `fields[key]`. */
export const fieldsOf = (form: URLSearchParams | FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^fields\[(.+)\]$/.exec(name)?.[1]
      return key === undefined || typeof value !== 'string' ? [] : [[key, value]]
    }),
  )

/** A phone's connection may be slow. Node gives up on a request after five minutes. */
const uploadTimeoutMs = 4 * 60_000

const uploadLimits = ({ guard, clock }: Context, address: string | null, maxBytes: number): BodyLimits => ({
  clock,
  maxBytes,
  timeoutMs: uploadTimeoutMs,
  reserve: (size) => enterOrRefuse(guard.receiptBodies, address, { size }),
})

/** The largest body that anyone sends: a claim with its receipts in one form. */
export const maxFormBytes = maxReceipts * maxReceiptBytes + maxBytes

/** A form of the hosted page with files. */
export const readPayerFiles = (context: Context, { request, address }: Payer): Promise<FormData> =>
  context.guard.malformedBodies.countFailures(address, malformed, async () => {
    const limits = uploadLimits(context, address, maxFormBytes)
    const bytes = await readBytes(request, limits)
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    try {
      return await new Response(bytes.slice().buffer, { headers }).formData()
    } catch {
      throw new ProblemError('malformed', 'The request body is not a form.')
    }
  })

/** One file. */
export const readPayerFile = (context: Context, { request, address }: Payer): Promise<Uint8Array> =>
  context.guard.malformedBodies.countFailures(address, malformed, () =>
    readBytes(request, uploadLimits(context, address, maxReceiptBytes)),
  )

const limitsOf = ({ guard, clock }: Context, address: string | null): BodyLimits => ({
  clock,
  maxBytes,
  reserve: (size) => enterOrRefuse(guard.payerBodies, address, { size }),
})

function assertFewParts(text: string, delimiters: readonly string[]): void {
  const counts = delimiters.map((delimiter) => text.split(delimiter, maxParts + 2).length - 1)
  if (counts.reduce((sum, count) => sum + count, 0) > maxParts)
    throw new ProblemError('malformed', 'The request body has too many parts.')
}
