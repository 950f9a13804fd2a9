/**
 * Text of the service as it may be stored and shown to an operator: of a run of digits as long as a card, an account or
 * a phone number only the last four stay, and an address loses its query.
 */
export const redact = (text: string): string =>
  text
    .replace(/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1')
    .replace(/\d(?:[ -]?\d){7,}/g, (digits) => `••••${digits.slice(-4)}`)
