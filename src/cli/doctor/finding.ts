/** What one check found. */
export interface Finding {
  /** The setting, or what was tried. */
  check: string
  state: 'ok' | 'warning' | 'failed'
  /** What is so; never a secret. */
  found: string
  /** What to do about it; null where it is well. */
  fix: string | null
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found, fix: null })

export const warning = (check: string, found: string, fix: string): Finding => ({
  check,
  state: 'warning',
  found,
  fix,
})

export const failed = (check: string, found: string, fix: string): Finding => ({
  check,
  state: 'failed',
  found,
  fix,
})

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting's value; what is set to nothing is not set. */
export const given = (env: Environment, name: string): string | null => env[name] || null

/** The entries of a setting that takes several, comma-separated. */
export const several = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
