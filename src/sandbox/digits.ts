/** Groups of four characters, as cards and IBANs are printed. */
export const groupByFour = (text: string): string => text.replace(/(\w{4})(?=\w)/g, '$1 ')

/** Groups of three digits before the decimal point: `1,250.00`. Its text is also sent to the start page. */
export function groupDigits(amount: string): string {
  const [whole = '', ...fraction] = amount.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}
