import { createApi } from '../../src/console/api.ts'
import type { Session } from '../../src/console/session.ts'
import type { Scope } from '../../src/contract/index.ts'

/** The session of an operator with these scopes. */
export const sessionOf = (scopes: Scope[] = [], name = 'anna'): Session => ({
  api: createApi('/pay/admin', 'a token', () => undefined),
  operator: { name, scopes },
  pipelines: [],
})
