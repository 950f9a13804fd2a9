import { redact } from '../../../service/error-message.ts'
import type { ExternalParams } from '../../../service/order.ts'
import type { Attempt } from '../model.ts'

/** The payer's card as an operator may see it; null if the service reports none. */
export function reportedCard(params: ExternalParams | null): NonNullable<Attempt['card']> | null {
  const number = maskCardNumber(params?.cardNumber ?? '')
  const holder = redact(params?.cardHolder ?? '').trim() || null
  return number === null && holder === null ? null : { number, holder }
}

/** At most six leading and four trailing digits, whatever mask the service returns. */
function maskCardNumber(text: string): string | null {
  const compact = text.replace(/\s/g, '')
  const [, leading = '', trailing] = /^(\d{0,6}).*?(\d{4})$/s.exec(compact) ?? []
  if (trailing === undefined) return null
  const isShort = /^\d{1,12}$/.test(compact)
  return `${isShort ? '' : leading}••••••${trailing}`
}
