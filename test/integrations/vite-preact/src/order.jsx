import { Paypane } from 'paypane'

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
