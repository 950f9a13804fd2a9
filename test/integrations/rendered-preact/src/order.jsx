import { useEffect, useState } from 'preact/hooks'

/** `widget`: the HTML of renderWidget, on the server. In the browser it is there already, and Preact leaves it alone. */
export function Order({ widget = '' }) {
  const [paid, setPaid] = useState(false)
  useEffect(() => {
    const thank = () => setPaid(true)
    document.addEventListener('paypane-success', thank)
    return () => document.removeEventListener('paypane-success', thank)
  }, [])
  return (
    <section>
      <h1>{paid ? 'Thank you' : 'Order 1042'}</h1>
      <div dangerouslySetInnerHTML={{ __html: widget }} />
    </section>
  )
}
