import type { InspectedSettings } from 'paypane/server/node'

/** The value of a setting. Throws an error for people if it is missing or wrong. */
export function requiredSetting(
  { states, valid }: InspectedSettings,
  name: 'DATABASE_URL' | 'PUBLIC_URL' | 'SHOP_SECRET',
): string {
  const { problem = null, fix = '' } = states.find((state) => state.name === name) ?? {}
  const value = valid[name]
  // In place of a wrong value, `valid` has the default.
  if (value === undefined || problem !== null) throw new Error(`${name} ${problem ?? 'is not set'}. ${fix}`)
  return value
}
