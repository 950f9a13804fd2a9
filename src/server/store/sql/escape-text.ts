/**
 * Text from outside may hold characters that a database refuses or changes: PostgreSQL refuses U+0000, and both replace
 * a lone surrogate. Each is stored as U+E0FF and four hex digits, so that every text is read back and found unchanged.
 */
const escapeChar = '\uE0FF'
const unsupportedChars = /[\0\uE0FF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const escaped = /\uE0FF([0-9a-f]{4})/g

export const escapeText = (text: string): string =>
  text.replace(unsupportedChars, (char) => escapeChar + char.charCodeAt(0).toString(16).padStart(4, '0'))

export const unescapeText = (stored: string): string =>
  stored.includes(escapeChar)
    ? stored.replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : stored
