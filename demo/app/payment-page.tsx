import { useEffect, useRef } from 'preact/hooks'

interface Props {
  address: string
  visit: (request: Request) => Promise<Response>
  /** The payer is back at the shop. */
  leave: () => void
}

const shop = 'https://shop.example/'

/** The service's own payment page, where it has no address that a browser could open: a frame whose links and forms are followed here. */
export function PaymentPage({ address, visit, leave }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    let gone = false
    async function open(request: Request): Promise<void> {
      const response = await visit(request)
      const target = response.headers.get('location')
      if (gone) return
      if (target !== null) {
        const next = new URL(target, request.url)
        if (next.href.startsWith(shop)) return leave()
        return open(new Request(next))
      }
      await show(await response.text(), request.url)
    }

    async function show(html: string, url: string): Promise<void> {
      const style = await visit(new Request(new URL('/sandbox.css', url)))
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(await style.text())
      const page = new DOMParser().parseFromString(html, 'text/html')
      const { contentDocument } = frame.current ?? {}
      if (!contentDocument || gone) return
      contentDocument.documentElement.lang = 'en'
      contentDocument.title = page.title
      contentDocument.body.replaceChildren(...page.body.childNodes)
      const Sheet = contentDocument.defaultView?.CSSStyleSheet
      if (Sheet) {
        const own = new Sheet()
        own.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join('\n'))
        contentDocument.adoptedStyleSheets = [own]
      }
      follow(contentDocument, url)
    }

    function follow(page: Document, url: string) {
      page.onsubmit = (event) => {
        event.preventDefault()
        const form = event.target
        if (!(form instanceof (page.defaultView ?? window).HTMLFormElement)) return
        const body = new URLSearchParams()
        for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value))
        const target = new URL(form.getAttribute('action') || url, url)
        void open(new Request(target, { method: 'POST', body }))
      }
      page.onclick = (event) => {
        const link = event.target instanceof (page.defaultView ?? window).Element && event.target.closest('a')
        if (!link) return
        event.preventDefault()
        const target = new URL(link.getAttribute('href') ?? '', url)
        if (target.href.startsWith(shop)) leave()
        else void open(new Request(target))
      }
    }

    void open(new Request(address))
    return () => {
      gone = true
    }
  }, [address, visit, leave])

  return (
    <div class="payment-page">
      <p class="payment-bar">
        <span>{new URL(address).host}</span>
        <button type="button" class="plain" onClick={leave}>
          Back to the shop
        </button>
      </p>
      <iframe ref={frame} title="The service’s payment page" />
    </div>
  )
}
