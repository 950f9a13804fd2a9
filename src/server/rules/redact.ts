/**
 * Text of the service as it may be kept and shown to an operator: a run of digits long enough to be a card, an
 * account or a phone keeps its last four only, and an address loses its query.
 */
export const redact = (text: string): string =>
  text
    .replace(/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1')
    .replace(/\d(?:[ -]?\d){7,}/g, (digits) => `••••${digits.slice(-4)}`)
