import { z } from 'zod'
import type { OperatorOptions, PaypaneOptions, PipelineOptions } from '../options/options.ts'
import {
  amounts,
  approval,
  baseUrlProblem,
  choice,
  databaseUrlProblem,
  eventsUrlProblem,
  hostAndPort,
  httpsUrlProblem,
  list,
  number,
  port,
  retention,
  text,
  timeZoneProblem,
  webhookSecretProblem,
} from './setting-rules.ts'

const maxMs = 600_000

/** The environment of a merchant's server. What becomes an option of `createPaypane` is checked as one. */
export const Fields = z.object({
  HOST: text().default('127.0.0.1'),
  PORT: port().default(8787),
  PUBLIC_URL: text().optional(),
  DATABASE_URL: text(databaseUrlProblem).default('file:./data/paypane.db'),
  SEAL_KEY: list(),
  ADMIN_TOKEN: text().optional(),
  OPERATORS: text().optional(),
  PAYOUT_APPROVAL: approval().default('never'),
  PAYOUT_DAILY_LIMIT: amounts().optional(),
  ADMIN_LISTEN: hostAndPort().optional(),
  ALLOWED_ORIGINS: list().default([]),
  PAYMENTS_BASE_URL: text(baseUrlProblem),
  PAYMENTS_INIT_URL: text(baseUrlProblem).optional(),
  PAYMENTS_TOKEN_URL: text(baseUrlProblem).optional(),
  PAYMENTS_P2P_KEY: text().optional(),
  PAYMENTS_FORM_KEY: text().optional(),
  PAYMENTS_TOKEN_KEY: text().optional(),
  PAYMENTS_PAYOUT_KEY: text().optional(),
  PAYMENTS_PIPELINES: text().optional(),
  PAYMENTS_PRIVATE_KEY: text(),
  PAYMENTS_PRIVATE_KEY_NEXT: text().optional(),
  PAYMENTS_TIMEOUT_MS: number(1, maxMs).default(10_000),
  CALLBACK_MODE: choice('dynamic', 'static').default('dynamic'),
  CHECKOUT_TTL_SECONDS: number(1, 30 * 86_400).default(1800),
  MAX_EXTENSIONS: number(0, 100).default(10),
  CORRECTION_WATCH_HOURS: number(0, 8760).default(72),
  CREATE_GRACE_MS: number(0, maxMs).optional(),
  REVIEW_AFTER_MINUTES: number(0, 525_600).default(60),
  CLAIM_AFTER_MINUTES: number(0, 525_600).default(30),
  CLAIM_TEXT: text().optional(),
  CONFIRM_FINAL: choice('true', 'false')
    .transform((value) => value === 'true')
    .default(true),
  RETENTION_DAYS: retention().default(730),
  DRAIN_SECONDS: number(0, 600).default(0),
  TRUSTED_PROXIES: list().default([]),
  EVENTS_URL: text(eventsUrlProblem).optional(),
  EVENTS_SECRET: text(webhookSecretProblem).optional(),
  SHOP_NAME: text().default('Example shop'),
  SHOP_URL: text(httpsUrlProblem).optional(),
  SHOP_TIME_ZONE: text(timeZoneProblem).default('UTC'),
  SHOP_ORDERS: text().optional(),
  SHOP_SECRET: text().optional(),
  ALLOW_PLAIN_ORDERS: choice('1', '0')
    .transform((value) => value === '1')
    .default(false),
})

/** The name of an environment variable that the example server reads. */
export type SettingName = keyof typeof Fields.shape
/** The options of `createPaypane` that settings give. */
export type SettingOptions = Partial<Omit<PaypaneOptions, 'service' | 'store' | 'order'>> &
  Pick<PaypaneOptions, 'pipelines'>

/** The parsed settings. */
export type Settings = z.output<typeof Fields> & {
  /** Those of `createPaypane`, by the names of options. */
  options: SettingOptions
}
export const ValidSettings = Fields.partial()
/** The settings without those that are missing or wrong. */
export type ValidSettings = z.output<typeof ValidSettings> & {
  /** By name. */
  pipelines: Readonly<Record<string, PipelineOptions>>
  /** By name. */
  operators: Readonly<Record<string, OperatorOptions>> | undefined
  /** Those of `createPaypane`, by the names of options. */
  options: SettingOptions
}
