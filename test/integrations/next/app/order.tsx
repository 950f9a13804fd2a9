'use client'

import type { CheckoutView } from 'paypane'
import { Paypane } from 'paypane/react'

export function Order({ order, view }: { order: string; view: CheckoutView | undefined }) {
  return (
    <Paypane
      endpoint="/pay"
      order={order}
      initialView={view}
      onSuccess={() => {
        document.title = 'Paid'
      }}
    />
  )
}
