import { createHash } from 'node:crypto'
import type { Scope } from '../../../src/contract/index.ts'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness, type Harness, type HarnessOptions } from '../harness.ts'

/** An operator whose token is the name. */
export const operator = (name: string, ...scopes: Scope[]) => ({
  [name]: { tokenSha256: createHash('sha256').update(name).digest('hex'), scopes },
})

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A server with an operator for each step of a payout. */
export const createDesk = (
  paypane: Partial<PaypaneOptions> = {},
  options: Omit<HarnessOptions, 'paypane'> = {},
): Harness =>
  createHarness({
    ...options,
    paypane: {
      adminToken: 'the admin',
      operators: {
        ...operator('anna', 'read', 'resolve', 'payout:create', 'payout:approve'),
        ...operator('boris', 'read', 'payout:approve'),
        ...operator('clerk', 'read', 'payout:create'),
      },
      ...paypane,
    },
  })
