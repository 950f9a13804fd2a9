/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Missing or wrong settings. The message has a line for each, which names it and says what to do; it never holds a
 * secret.
 */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#invalidsettingerror'
}
