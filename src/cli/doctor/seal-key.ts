import { type Environment, type Finding, failed, ok, readSetting, splitList } from './finding.ts'

const generateHint = `Make one with: node -p "require('node:crypto').randomBytes(32).toString('base64')"`

/** The keys that seal instructions and tokens in the database. */
export function checkSealKey(env: Environment): Finding {
  const value = readSetting(env, 'SEAL_KEY')
  if (value === null)
    return failed(
      'SEAL_KEY',
      'not set',
      `${generateHint}, and keep it: without it nothing sealed can be opened.`,
    )
  const keys = splitList(value)
  if (keys.length === 0) return failed('SEAL_KEY', 'holds no key', `${generateHint}.`)
  const invalidIndex = keys.findIndex((key) => !isSealKey(key))
  if (invalidIndex >= 0)
    return failed(
      'SEAL_KEY',
      `key ${invalidIndex + 1} of ${keys.length} is not 32 bytes in Base64`,
      `${generateHint}.`,
    )
  return ok('SEAL_KEY', keys.length === 1 ? 'set' : `${keys.length} keys: the first seals, all open`)
}

const isSealKey = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && Buffer.from(text, 'base64').byteLength === 32
