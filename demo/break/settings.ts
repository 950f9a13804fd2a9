import type { Conditions } from '../../test/simulator/crowd.ts'
import { type Guard, guards } from './guards.ts'

/** What the address selects: with it anybody sees the same history. */
export interface Settings extends Conditions {
  seed: string
  payers: number
  guard: Guard | null
}

const maxPayers = 200

/** The sliders, by what they steer. */
export const sliders = {
  callbackLoss: { name: 'Lost callbacks', max: 100, step: 5, unit: '%', initial: 40 },
  kills: { name: 'Killed servers', max: 240, step: 10, unit: ' an hour', initial: 60 },
  skew: { name: 'Lying clocks', max: 10, step: 1, unit: ' s wrong', initial: 2 },
  serviceSlow: { name: 'Slow service', max: 50, step: 5, unit: '%', initial: 20 },
} as const satisfies Record<keyof Conditions, object>

export const sliderNames = ['callbackLoss', 'kills', 'skew', 'serviceSlow'] as const

const isGuard = (text: string | null): text is Guard => text !== null && Object.hasOwn(guards, text)

export function parseSettings(search: string): Settings {
  const params = new URLSearchParams(search)
  const numberOf = (name: string, max: number, initial: number): number => {
    const text = params.get(name)
    return text !== null && /^\d{1,3}$/.test(text) ? Math.min(max, Number(text)) : initial
  }
  const sliderOf = (name: keyof Conditions): number =>
    numberOf(name, sliders[name].max, sliders[name].initial)
  const guard = params.get('guard')
  return {
    seed: params.get('seed')?.slice(0, 40) || '1',
    payers: numberOf('payers', maxPayers, maxPayers),
    callbackLoss: sliderOf('callbackLoss'),
    kills: sliderOf('kills'),
    skew: sliderOf('skew'),
    serviceSlow: sliderOf('serviceSlow'),
    guard: isGuard(guard) ? guard : null,
  }
}

export function searchOf({ guard, payers, ...settings }: Settings, payer: number | null): string {
  const params = new URLSearchParams(
    Object.entries(settings).map(([name, value]): [string, string] => [name, String(value)]),
  )
  if (payers !== maxPayers) params.set('payers', String(payers))
  if (guard !== null) params.set('guard', guard)
  if (payer !== null) params.set('order', String(payer + 1))
  return `?${params}`
}

/** The index of the payer whose story the address opens. */
export function parsePayer(search: string): number | null {
  const text = new URLSearchParams(search).get('order') ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) - 1 : null
}
