import type { LogLine, PaypaneOptions } from '../../../src/server/index.ts'
import type { Pages } from '../../../src/server/pages.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { clientTimeoutMs } from '../determinism.ts'
import { operators } from '../operators.ts'
import { shopSecret } from '../order-token.ts'
import { takenBySecond } from '../payer-fields.ts'
import { privateKeysOf, serviceUrls } from '../service-wire.ts'
import { reviewAfterMinutes, shopRules, shopUrl } from '../shop-rules.ts'
import type { ServerProcess, World } from '../world.ts'
import { isExcused } from './errors.ts'
import { instanceStore } from './instance-store.ts'
import { requestService } from './service-requests.ts'
import { obtainKey, orderTerms, receiveEvent } from './shop-code.ts'

/** Refunds need pages, which nobody looks at here. */
const pages: Pages = {
  language: () => 'en',
  page: async () => ({ headers: {}, start: '', rest: async () => '' }),
  refund: async () => ({ headers: {}, html: '' }),
  widget: async () => '',
}

/** The options of a server. */
export function serverOptions(world: World, process: ServerProcess): PaypaneOptions {
  const { drawn, scheduler, clocks } = world
  const { retention, approval, cascade, tokens, payoutLimit, payerFields, wrongClocks, sharedKeys } = drawn
  const { index, gate, random } = process
  const pipeline = <P extends string>(name: string, profile: P) => ({
    profile,
    key: () => obtainKey(world, name),
    privateKey: privateKeysOf(name, sharedKeys),
  })
  return {
    service: createPaymentsClient({
      baseUrl: serviceUrls.core,
      initUrl: serviceUrls.init,
      tokenUrl: serviceUrls.token,
      timeoutMs: clientTimeoutMs,
      fetch: (input, init = {}) => requestService(world, process, String(input), init),
    }),
    pipelines: {
      p2p: pipeline('p2p', 'p2p'),
      'p2p-2': { ...pipeline('p2p-2', 'p2p'), ...(payerFields > 0 ? { fields: takenBySecond } : {}) },
      form: pipeline('form', 'form'),
      token: pipeline('token', 'token'),
      payout: pipeline('payout', 'payout'),
    },
    store: instanceStore(world, process),
    sealKey: world.sealKeys.of(index),
    operators,
    pages,
    ...(tokens > 0 ? { orderSecret: shopSecret } : {}),
    payoutApproval: approval > 0 ? 'always' : 'never',
    maxAttempts: world.maxAttempts,
    ...(payoutLimit > 0
      ? { payoutDailyLimit: { UAH: shopRules.payoutLimit, EUR: shopRules.payoutLimit } }
      : {}),
    order: (reference, _, claims) => orderTerms(world, reference, claims),
    onEvent: (event) => receiveEvent(world, gate, event),
    publicUrl: shopUrl,
    createGraceMs: 10_000,
    checkoutTtlSeconds: shopRules.ttlMs / 1000,
    ...(retention === 0 ? {} : { retentionDays: retention / 86_400 }),
    correctionWatchHours: shopRules.watchMs / 3_600_000,
    claimAfterMinutes: world.claimAfterMs / 60_000,
    reviewAfterMinutes,
    cascade: cascade > 0 ? 'auto' : 'offer',
    rateLimits: { order: 1000, address: 1000 },
    worker: false,
    log: (line) => checkLog(world, process, line),
    clock: {
      now: () =>
        scheduler.now() +
        (world.conditions.skewMs > 0 ? (world.skews[index] ?? 0) : 0) +
        clocks.errorOf(index),
      ...(wrongClocks > 0 ? { elapsed: scheduler.now } : {}),
      // A process that has ended has no timers.
      after: (ms, call) =>
        scheduler.after(ms, () => {
          if (!gate.hasCrashed()) call()
        }),
    },
    random: () => random.int(2 ** 32) / 2 ** 32,
  }
}

/** No secret is logged, and while the store does not fail, no work on an entry does. */
function checkLog(world: World, { gate }: ServerProcess, line: LogLine): void {
  const { invariants, secrets, storeFailures } = world
  const { level, message, checkout, payout, code } = line
  invariants.checkSecrets('the log', JSON.stringify(line), secrets)
  if (message.startsWith('lease lost')) invariants.onLeaseLost(checkout ?? payout ?? '')
  // Of one that has crashed nobody reads the log; on PostgreSQL its connections are closed.
  const hasFailed =
    !gate.hasCrashed() &&
    level === 'error' &&
    /^processing|^background|^no lookup follows|^a callback cannot be applied/.test(message)
  if (hasFailed && storeFailures === 0 && !isExcused(world, JSON.stringify(line))) invariants.onError(message)
  if (message.startsWith('the payout of a refund was not created')) invariants.onRefundPostponed(String(code))
}
