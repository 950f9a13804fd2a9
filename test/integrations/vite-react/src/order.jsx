import { Paypane } from 'paypane/react'

export function Order({ reference }) {
  return (
    <Paypane
      endpoint="/pay"
      order={reference}
      onSuccess={() => {
        document.title = 'Paid'
      }}
    />
  )
}
