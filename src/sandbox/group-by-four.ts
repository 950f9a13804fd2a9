/** Groups of four characters, as cards and IBANs are printed. */
export const groupByFour = (text: string): string => text.replace(/(\w{4})(?=\w)/g, '$1 ')
