import type { InspectedSettings } from 'paypane/server/node'

/** The value of a setting. Throws an error for people if it is missing or wrong. */
export function requiredSetting(
  { states, valid }: InspectedSettings,
  name: 'DATABASE_URL' | 'PUBLIC_URL' | 'SHOP_SECRET',
): string {
  const value = valid[name]
  if (value !== undefined) return value
  const { problem, fix } = states.find((state) => state.name === name) ?? {}
  throw new Error(`${name} ${problem ?? 'is not set'}. ${fix ?? ''}`)
}
