import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { verifyCallback } from '../../src/service/callback.ts'

const Vector = z.strictObject({
  name: z.string(),
  body: z.string().optional(),
  bodyBase64: z.base64().optional(),
  privateKey: z.string(),
  signature: z.string().nullable(),
  verdict: z.enum(['valid', 'invalid signature', 'malformed']),
  /** Of a valid one: `externalId`, `status`, `amount`, `orderType`. */
  signed: z.tuple([z.string(), z.string(), z.string(), z.string()]).optional(),
})
const file = join(import.meta.dirname, '../../docs/vectors/callbacks.json')
const { vectors } = z
  .strictObject({ note: z.string(), vectors: z.array(Vector) })
  .parse(JSON.parse(readFileSync(file, 'utf8')))

const reasons = { 'invalid signature': 'signature', malformed: 'malformed' }

test.each(vectors)(
  '$verdict: $name',
  async ({ body, bodyBase64, privateKey, signature, verdict, signed }) => {
    const bytes = Buffer.from(body ?? bodyBase64 ?? '', body === undefined ? 'base64' : 'utf8')
    const verified = verifyCallback(bytes, signature, privateKey)
    if (verdict !== 'valid')
      return expect(verified).rejects.toMatchObject({
        name: 'InvalidCallbackError',
        reason: reasons[verdict],
      })
    const { externalId, status, amount, orderType } = await verified
    return expect([externalId, status, amount, orderType]).toEqual(signed)
  },
)

test('the page for shops in other languages says how a callback is signed', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/other-languages.md'), 'utf8')
  expect(page).toContain('the SHA-256, in hex, of `externalId;status;amount;orderType;` and the private key')
  for (const { signed, privateKey, signature } of vectors)
    if (signed !== undefined) {
      const hex = createHash('sha256')
        .update(`${signed.join(';')};${privateKey}`)
        .digest('hex')
      expect(signature?.trim().toLowerCase()).toBe(hex)
    }
})
