import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hasPython, runWithMerchant } from './server.ts'

const file = readFileSync(join(import.meta.dirname, '../../docs/vectors/callbacks.json'), 'utf8')
const Vectors = z.object({ vectors: z.array(z.object({ name: z.string(), verdict: z.string() })) })

/** Prints the names of the vectors that the example accepts. */
const code = `
import base64, json, sys
import merchant
for vector in json.load(sys.stdin)["vectors"]:
    merchant.PRIVATE_KEY = vector["privateKey"]
    raw = base64.b64decode(vector["bodyBase64"]) if "bodyBase64" in vector else vector["body"].encode()
    if merchant.verified(raw, vector["signature"] or "") is not None:
        print(json.dumps(vector["name"]))
`

test.skipIf(!hasPython)('docs/examples/merchant.py accepts exactly the valid callback vectors', () => {
  const env = {
    PAYMENTS_BASE_URL: 'http://service.test',
    PAYMENTS_P2P_KEY: 'unused',
    PAYMENTS_PRIVATE_KEY: 'replaced',
    DATABASE: ':memory:',
    PYTHONIOENCODING: 'utf-8',
  }
  const accepted = runWithMerchant(code, env, file).trim().split('\n')
  const valid = Vectors.parse(JSON.parse(file)).vectors.filter(({ verdict }) => verdict === 'valid')
  expect(accepted.map((line) => JSON.parse(line))).toEqual(valid.map(({ name }) => name))
})
