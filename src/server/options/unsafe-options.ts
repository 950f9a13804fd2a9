import { decodeSealKey } from '../lib/crypto/seal.ts'
import { isRandomKey, isStrongSecret } from '../lib/crypto/secret-strength.ts'
import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'
import { type Mistake, mistake } from './option-mistake.ts'
import type { PaypaneOptions } from './options.ts'

/** What the settings of a server know and the options do not. */
export interface Surroundings {
  /** Other machines reach the routes of payers. Default: unless `publicUrl` is a loopback address. */
  isReachable?: boolean
  /** Other machines reach the routes of operators. Default: as those of payers. */
  areOperatorsReachable?: boolean
  /** Secrets besides those of the options, by name. */
  secrets?: readonly NamedSecret[]
}

type NamedSecret = readonly [name: string, value: string]

const isWeak = 'is weaker than 128 random bits'

/** What is safe only while nobody but this machine reaches the server. Secrets that are functions are not checked. */
export function* unsafeOptions(
  options: Partial<PaypaneOptions>,
  wrong: ReadonlySet<PropertyKey | undefined>,
  surroundings: Surroundings = {},
): Generator<Mistake> {
  const right = { ...options }
  for (const name of wrong) if (name !== undefined) Reflect.deleteProperty(right, name)
  const { isReachable = !isLoopbackUrl(right.publicUrl) } = surroundings
  const { areOperatorsReachable = isReachable, secrets = [] } = surroundings
  const found = [
    ...(isReachable ? [...unsafeForPayers(right), ...sharedSecrets([...secretsOf(right), ...secrets])] : []),
    ...(areOperatorsReachable ? unsafeForOperators(right) : []),
  ]
  yield* found.filter(({ path: [name] }) => !wrong.has(name))
}

function* unsafeForPayers(options: Partial<PaypaneOptions>): Generator<Mistake> {
  const { publicUrl, callbacks, sealKey, orderSecret, allowPlainOrders, allowedOrigins = [] } = options
  if (publicUrl !== undefined && new URL(publicUrl).protocol === 'http:')
    yield mistake(
      'publicUrl',
      'is http, so callbacks and payers would reach it unencrypted',
      'Give its https address. http is for loopback addresses only.',
    )
  const isPublic = publicUrl !== undefined || callbacks === 'static'
  if (orderSecret === undefined && allowPlainOrders !== true && isPublic)
    yield mistake(
      'orderSecret',
      'is not set, and others than this machine can reach the server',
      'Create one with: openssl rand -base64 32, and give pages order tokens (signOrder). With allowPlainOrders: true anyone who guesses a reference sees the payment details of its order.',
    )
  if (!textsOf(orderSecret).every(isStrongSecret))
    yield mistake('orderSecret', isWeak, 'Create one with: openssl rand -base64 32')
  const keys = sealKeysOf(sealKey)
  const index = keys.findIndex((key) => !isRandomKey(decodeSealKey(key) ?? new Uint8Array()))
  if (index !== -1)
    yield mistake(
      'sealKey',
      `has a key that is not random (key ${index + 1} of ${keys.length})`,
      'Create a key with: openssl rand -base64 32',
    )
  if (!allowedOrigins.every(isEncryptedOrigin))
    yield mistake('allowedOrigins', 'has an http origin', 'Give https origins.')
}

function* unsafeForOperators({ adminToken }: Partial<PaypaneOptions>): Generator<Mistake> {
  if (!textsOf(adminToken).every(isStrongSecret))
    yield mistake(
      'adminToken',
      isWeak,
      'Create one with: openssl rand -hex 24. Only a server on a loopback address may have another.',
    )
}

/** The keys of a `sealKey`; those of one text are comma-separated. */
export const sealKeysOf = (value: unknown): string[] =>
  textsOf(typeof value === 'string' ? value.split(',') : value)

/** The texts of a secret or of several; a function is not called. */
const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string')

function secretsOf({
  adminToken,
  orderSecret,
  sealKey,
  pipelines = {},
}: Partial<PaypaneOptions>): NamedSecret[] {
  const named = (name: string, values: readonly string[]): NamedSecret[] =>
    values.map((value) => [name, value.trim()])
  return [
    ...named('adminToken', textsOf(adminToken)),
    ...named('orderSecret', textsOf(orderSecret)),
    ...named('sealKey', sealKeysOf(sealKey)),
    ...Object.values(pipelines).flatMap(({ key, privateKey }) =>
      named('pipelines', textsOf([key, privateKey].flat())),
    ),
  ]
}

/** Who gets to know one secret would have the others. The service chooses those of pipelines. */
function* sharedSecrets(secrets: readonly NamedSecret[]): Generator<Mistake> {
  for (const [name, value] of secrets) {
    const other = secrets.find(([other, same]) => other !== name && same === value)
    if (name !== 'pipelines' && other !== undefined)
      yield mistake(name, `has the same value as ${other[0]}`, 'Give each secret its own value.')
  }
}

/** Pages of this machine cannot be changed on their way. */
function isEncryptedOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || isLoopback(hostname)
}
