/** Of the IANA database, as this Node has it: `Europe/Kyiv`, `UTC`. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}
