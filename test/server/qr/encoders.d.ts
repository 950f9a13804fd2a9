declare module 'sepa-payment-qr-code' {
  function generate(data: {
    name: string
    iban: string
    amount: number | null
    unstructuredReference?: string
  }): string
  export = generate
}

declare module 'spayd/cjs' {
  function spayd(payment: { acc: string; am?: string; cc?: string; msg?: string }): string
  export = spayd
}
