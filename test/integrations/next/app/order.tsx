'use client'

import type { CheckoutView } from 'paypane'
import { Paypane } from 'paypane/react'

export function Order({ reference, view }: { reference: string; view: CheckoutView | undefined }) {
  return (
    <Paypane
      endpoint="/pay"
      order={reference}
      initialView={view}
      onSuccess={() => {
        document.title = 'Paid'
      }}
    />
  )
}
