import type { SettingName } from './setting-fields.ts'

/** What a person reads about a setting. */
export interface Notes {
  /** What to do about a missing or wrong value. */
  fix: string
  /** What it means that it is unset. Default: the default value. */
  unset?: string
  /** Its value must not be shown. */
  secret?: true
}

const pipelineKey: Notes = {
  fix: "Give this pipeline's own key, exactly as the service issued it.",
  unset: 'the pipeline is off',
  secret: true,
}
const milliseconds: Notes = { fix: 'Give milliseconds, such as 10000.' }

export const notes: Record<SettingName, Notes> = {
  HOST: { fix: 'Give the address to listen on.' },
  PORT: { fix: 'Give the port to listen on, such as 8787.' },
  PUBLIC_URL: {
    fix: 'Give the https URL at which payers and the service reach this server.',
    unset: 'the address it listens on',
  },
  DATABASE_URL: { fix: 'Give file:./data/paypane.db, or postgres://….', secret: true },
  SEAL_KEY: {
    fix: 'Give the key that this database was used with. For a new database, create one with: openssl rand -base64 32. Keep it: without it, nothing that is sealed can be decrypted.',
    secret: true,
  },
  ADMIN_TOKEN: {
    fix: 'Create one with: openssl rand -hex 24.',
    unset: 'without OPERATORS, /admin and the console do not exist',
    secret: true,
  },
  OPERATORS: {
    fix: 'Give a JSON file such as {"anna": {"tokenSha256": "…", "scopes": ["read", "resolve"]}}, with the SHA-256 of each token in hex: npx paypane operator anna --scopes read,resolve makes both.',
    unset: 'ADMIN_TOKEN is the only operator',
  },
  PAYOUT_APPROVAL: {
    fix: 'Give never, always, or JSON with the amounts above which a second operator approves: {"UAH": "10000"}.',
  },
  PAYOUT_DAILY_LIMIT: {
    fix: 'Give JSON with what may be paid out on a day, by currency: {"UAH": "50000"}.',
    unset: 'no limits',
  },
  ADMIN_LISTEN: {
    fix: 'Give a host and a port, such as 127.0.0.1:9090.',
    unset: '/admin, the console and /metrics are at HOST and PORT',
  },
  ALLOWED_ORIGINS: {
    fix: 'Give origins such as https://shop.example, comma-separated, without a path or a trailing slash.',
    unset: 'only pages of the same origin may call',
  },
  PAYMENTS_BASE_URL: {
    fix: "Give the https URL of the service's core host. To try without one, start the sandbox with npx paypane sandbox, which prints every PAYMENTS_* setting.",
  },
  PAYMENTS_INIT_URL: {
    fix: "Give the https URL of the service's payment form host.",
    unset: 'not needed without PAYMENTS_FORM_KEY',
  },
  PAYMENTS_TOKEN_URL: {
    fix: "Give the https URL of the service's saved card host.",
    unset: 'not needed without PAYMENTS_TOKEN_KEY',
  },
  PAYMENTS_P2P_KEY: pipelineKey,
  PAYMENTS_FORM_KEY: pipelineKey,
  PAYMENTS_TOKEN_KEY: pipelineKey,
  PAYMENTS_PAYOUT_KEY: pipelineKey,
  PAYMENTS_PIPELINES: {
    fix: 'Give a JSON file such as [{"name": "p2p-kzt", "profile": "p2p", "key": "P2P_KZT_KEY", "currencies": ["KZT"]}], in which key is the name of an environment variable.',
    unset: 'one pipeline for each PAYMENTS_…_KEY',
  },
  PAYMENTS_PRIVATE_KEY: {
    fix: 'Give the private key that signs callbacks, exactly as the service issued it.',
    secret: true,
  },
  PAYMENTS_PRIVATE_KEY_NEXT: {
    fix: 'While the service replaces the private key by another, give the other one, exactly as the service issued it.',
    unset: 'callbacks have one private key',
    secret: true,
  },
  PAYMENTS_TIMEOUT_MS: milliseconds,
  CALLBACK_MODE: {
    fix: 'Give dynamic if each order names its callback URL, static if the service has it configured.',
  },
  CHECKOUT_TTL_SECONDS: { fix: 'Give seconds, such as 1800.' },
  MAX_EXTENSIONS: { fix: 'Give how often a payer may ask for more time, such as 10, or 0 for never.' },
  CORRECTION_WATCH_HOURS: { fix: 'Give hours, such as 72.' },
  CREATE_GRACE_MS: { ...milliseconds, unset: 'as PAYMENTS_TIMEOUT_MS' },
  CLAIM_AFTER_MINUTES: { fix: 'Give minutes, such as 30.' },
  CLAIM_TEXT: { unset: 'no text of your own', fix: 'Give a text of at most 500 characters.' },
  REVIEW_AFTER_MINUTES: { fix: 'Give minutes, such as 60.' },
  CONFIRM_FINAL: { fix: 'Give true or false.' },
  RETENTION_DAYS: { fix: 'Give days, such as 730, or never to keep personal data.' },
  DRAIN_SECONDS: { fix: 'Give seconds from 0 to 600, a little more than the load balancer needs to notice.' },
  TRUSTED_PROXIES: {
    fix: 'Give the addresses of the proxies in front of this server, comma-separated, such as 127.0.0.1, 10.0.0.0/8.',
    unset: 'the address of the connection is the client',
  },
  EVENTS_URL: {
    fix: "Give the https URL where the merchant's system receives events.",
    unset: 'events are only logged',
    secret: true,
  },
  EVENTS_SECRET: {
    fix: 'Give the secret that the receiver of events has too: whsec_ and Base64, or a plain text. Create one with: openssl rand -hex 24.',
    unset: 'not needed without EVENTS_URL',
    secret: true,
  },
  SHOP_NAME: { fix: 'Give the name that payers see above the payment page.' },
  SHOP_URL: { fix: 'Give the address of the shop, with https.', unset: 'payment pages have no way back' },
  SHOP_TIME_ZONE: { fix: 'Give the time zone of the times on receipts, such as Europe/Kyiv.' },
  SHOP_ORDERS: {
    fix: 'Give a JSON file such as {"1042": {"amount": "1250.00", "currency": "UAH"}}.',
    unset: "the example's orders",
  },
  SHOP_SECRET: {
    fix: 'Create a secret with: openssl rand -base64 32. Pages then give orders as tokens signed with it. With ALLOW_PLAIN_ORDERS=1 anyone who guesses a reference sees the payment details of its order.',
    unset: 'plain order references, no saved cards',
    secret: true,
  },
  ALLOW_PLAIN_ORDERS: {
    fix: 'Give 1 if pages may give plain order references although others than this machine reach the server, else 0.',
    unset: 'without SHOP_SECRET, plain order references on this machine only',
  },
}
