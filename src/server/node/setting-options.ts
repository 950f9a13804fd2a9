import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'
import type { Mistake } from '../options/option-mistake.ts'
import { optionMistakes } from '../options/validate-options.ts'
import { Profile } from '../rules/pipeline-fit.ts'
import type { Environment } from './environment.ts'
import { keySettings } from './pipelines.ts'
import type { SettingName, SettingOptions, ValidSettings } from './setting-fields.ts'

/** The settings, by the names of options. */
export const optionsOf = (settings: Omit<ValidSettings, 'options'>): SettingOptions => ({
  pipelines: settings.pipelines,
  sealKey: settings.SEAL_KEY,
  orderSecret: settings.SHOP_SECRET,
  allowPlainOrders: settings.ALLOW_PLAIN_ORDERS,
  publicUrl: settings.PUBLIC_URL,
  callbacks: settings.CALLBACK_MODE,
  allowedOrigins: settings.ALLOWED_ORIGINS,
  adminToken: settings.ADMIN_TOKEN,
  operators: settings.operators,
  payoutApproval: settings.PAYOUT_APPROVAL,
  payoutDailyLimit: settings.PAYOUT_DAILY_LIMIT,
  checkoutTtlSeconds: settings.CHECKOUT_TTL_SECONDS,
  correctionWatchHours: settings.CORRECTION_WATCH_HOURS,
  createGraceMs: settings.CREATE_GRACE_MS,
  reviewAfterMinutes: settings.REVIEW_AFTER_MINUTES,
  maxExtensions: settings.MAX_EXTENSIONS,
  claimAfterMinutes: settings.CLAIM_AFTER_MINUTES,
  claimText: settings.CLAIM_TEXT,
  confirmFinal: settings.CONFIRM_FINAL,
  retentionDays: settings.RETENTION_DAYS,
  trustedProxies: settings.TRUSTED_PROXIES,
})

/** The setting of an option; options without one are the server's own. */
const settingOf = {
  sealKey: 'SEAL_KEY',
  orderSecret: 'SHOP_SECRET',
  publicUrl: 'PUBLIC_URL',
  allowedOrigins: 'ALLOWED_ORIGINS',
  adminToken: 'ADMIN_TOKEN',
  operators: 'OPERATORS',
  payoutApproval: 'PAYOUT_APPROVAL',
  payoutDailyLimit: 'PAYOUT_DAILY_LIMIT',
  claimText: 'CLAIM_TEXT',
  trustedProxies: 'TRUSTED_PROXIES',
  eventsSecret: 'EVENTS_SECRET',
} as const satisfies Record<string, SettingName>

const isMapped = (option: string): option is keyof typeof settingOf => Object.hasOwn(settingOf, option)

/** Where the server of these settings mounts Paypane. */
const basePath = '/pay'

/** Where the server listens when it is not told its public address. */
const ownUrl = 'http://127.0.0.1'

/** What `createPaypane` would refuse, by the name of the setting to change. */
export function optionProblems(env: Environment, settings: ValidSettings): [SettingName, string][] {
  const { options, EVENTS_SECRET } = settings
  const mistakes = optionMistakes(
    { ...options, basePath, publicUrl: options.publicUrl ?? ownUrl },
    {
      isReachable: isReachable(settings),
      areOperatorsReachable: isReachable(settings) || !isLoopback(settings.ADMIN_LISTEN?.host ?? 'localhost'),
      secrets: EVENTS_SECRET === undefined ? [] : [['eventsSecret', EVENTS_SECRET]],
    },
  )
  return mistakes.flatMap((mistake) => {
    const name = nameOf(mistake, env)
    return name === null ? [] : [[name, problemOf(mistake, name)]]
  })
}

/** By the address it listens on, or through a proxy by its public one. */
export const isReachable = ({ HOST = 'localhost', PUBLIC_URL = ownUrl }: ValidSettings): boolean =>
  !isLoopback(HOST) || !isLoopbackUrl(PUBLIC_URL)

function nameOf({ path: [option = '', pipeline, member] }: Mistake, env: Environment): SettingName | null {
  if (isMapped(option)) return settingOf[option]
  if (option !== 'pipelines' || pipeline === undefined) return null
  if (env['PAYMENTS_PIPELINES'] !== undefined) return 'PAYMENTS_PIPELINES'
  if (member === 'privateKey') return 'PAYMENTS_PRIVATE_KEY'
  const { data } = Profile.safeParse(pipeline)
  return data === undefined ? null : keySettings[data]
}

function problemOf({ path, problem }: Mistake, name: SettingName): string {
  const named = problem.replace(/\w+/g, (word) => (isMapped(word) ? settingOf[word] : word))
  return name === 'PAYMENTS_PIPELINES' ? `has a wrong pipeline: ${path.slice(1).join('.')} ${named}` : named
}
