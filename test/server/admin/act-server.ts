import { createPaypane, type PaypaneOptions, type PaypaneServer } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { type ManualClock, manualClock } from '../harness.ts'
import { operator } from './operator-shop.ts'

/** What an operator may do, by the token, which is the name too. */
export const scopes = {
  reader: ['read'],
  clerk: ['read', 'payout:create', 'resolve'],
  anna: ['read', 'resolve', 'payout:create', 'payout:approve'],
  boris: ['resolve', 'payout:create', 'payout:approve'],
  vera: ['payout:approve'],
  admin: ['read', 'resolve', 'payout:create'],
  stranger: [],
} as const

/** Above it a payout needs a second operator. */
export const threshold = '100'
export const dailyLimit = '400'

export const startOfActs = Date.UTC(2026, 0, 1, 9)

/** A server that receives the operators' acts, with its own clock. */
export interface ActServer {
  paypane: Pick<PaypaneServer, 'fetch'>
  clock: Pick<ManualClock, 'now' | 'advance'>
  /** Processes what is due. */
  reconcile(): Promise<void>
}

/** The store is open, and stays open for the next server. */
export function createActServer(
  store: Store,
  service: { url: string; fetch?: typeof fetch },
  sealKey: string,
): ActServer {
  const clock = manualClock(startOfActs)
  const paypane = createPaypane({
    service: createPaymentsClient({
      baseUrl: service.url,
      timeoutMs: 10_000,
      ...(service.fetch === undefined ? {} : { fetch: service.fetch }),
    }),
    pipelines: { payout: { profile: 'payout', key: 'k', privateKey: 'p' } },
    store: { ...store, open: async () => undefined, listen: () => () => undefined },
    sealKey,
    order: () => null,
    publicUrl: 'http://127.0.0.1:8787',
    callbacks: 'static',
    worker: false,
    clock,
    random: () => 0.5,
    log: ({ level, ...line }) => {
      if (level === 'error') process.stderr.write(`${JSON.stringify(line)}\n`)
    },
    adminToken: 'admin',
    operators,
    payoutApproval: { UAH: threshold },
    payoutDailyLimit: { UAH: dailyLimit },
    rateLimits: { adminTokens: 1_000_000 },
  })
  return {
    paypane,
    clock,
    async reconcile() {
      for (let passes = 0; passes < 5 && (await paypane.reconcile()) > 0; passes += 1);
    },
  }
}

const { admin: _, stranger: __, ...listed } = scopes
const operators: PaypaneOptions['operators'] = Object.assign(
  {},
  ...Object.entries(listed).map(([name, own]) => operator(name, ...own)),
)
