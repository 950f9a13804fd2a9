/** The result of one check. */
export interface Finding {
  /** The setting, or the name of the check. */
  check: string
  status: 'ok' | 'warning' | 'failed'
  /** Never holds a secret. */
  message: string
  /** The next step; null if the check passed. */
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
