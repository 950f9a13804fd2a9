import { Paypane } from 'paypane/react'

/** Your server signs the order for a visitor who may pay it. Called again when the token has expired. */
const order = async () => (await fetch('/order-token')).text()

export function Order() {
  return (
    <Paypane
      endpoint="/pay"
      order={order}
      onSuccess={() => {
        document.title = 'Paid'
      }}
    />
  )
}
