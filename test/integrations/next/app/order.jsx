'use client'

import { Paypane } from 'paypane/react'

export function Order({ reference, view }) {
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
