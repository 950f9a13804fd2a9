const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** An unguessable id: `prefix_` and 26 characters of 5 random bits each. */
export function newId(
  prefix: 'co' | 'po' | 'evt' | 'cb' | 'card' | 'lease' | 'req' | 'secret' | 'rc' | 'rf',
): string {
  const random = crypto.getRandomValues(new Uint8Array(26))
  return `${prefix}_${Array.from(random, (byte) => alphabet[byte % 32]).join('')}`
}

/** The number of a claim, which a payer can read out: ten characters of 5 random bits each, as `7K2M9-QXT4H`. */
export function newClaimNumber(): string {
  const chars = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => alphabet[byte % 32])
  const text = chars.join('').toUpperCase()
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** The UUID (version 8) of a digest in Base64. */
export function uuidOf(digest: string): string {
  const hex = Array.from(atob(digest), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}
