/** What one check found. */
export interface Finding {
  /** The setting, or what was tried. */
  check: string
  status: 'ok' | 'warning' | 'failed'
  /** What is so; never a secret. */
  message: string
  /** What to do about it; null where it is well. */
  fix: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message, fix: null })

export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'warning',
  message,
  fix,
})

export const failed = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'failed',
  message,
  fix,
})

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting's value; what is set to nothing is not set. */
export const readSetting = (env: Environment, name: string): string | null => env[name] || null

/** The entries of a setting that takes several, comma-separated. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
