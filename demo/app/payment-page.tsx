import { useEffect, useRef } from 'preact/hooks'

interface Props {
  initialUrl: string
  fetchPage: (request: Request) => Promise<Response>
  /** The payer returns to the shop. */
  onLeave: () => void
}

const shopUrl = 'https://shop.example/'

/** The service's payment page in a frame, for a backend without a network address. Links and forms are handled here. */
export function PaymentPage({ initialUrl, fetchPage, onLeave }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)

  useEffect(() => {
    let unmounted = false
    async function load(request: Request): Promise<void> {
      const response = await fetchPage(request)
      const target = response.headers.get('location')
      if (unmounted) return
      if (target !== null) {
        const next = new URL(target, request.url)
        if (next.href.startsWith(shopUrl)) return onLeave()
        return load(new Request(next))
      }
      await renderPage(await response.text(), request.url)
    }

    async function renderPage(html: string, url: string): Promise<void> {
      const styles = await (await fetchPage(new Request(new URL('/sandbox.css', url)))).text()
      const page = new DOMParser().parseFromString(html, 'text/html')
      const { contentDocument } = frame.current ?? {}
      if (!contentDocument || unmounted) return
      contentDocument.documentElement.lang = 'en'
      contentDocument.title = page.title
      contentDocument.body.replaceChildren(...page.body.childNodes)
      const Sheet = contentDocument.defaultView?.CSSStyleSheet
      if (Sheet) {
        const sheet = new Sheet()
        sheet.replaceSync(styles)
        contentDocument.adoptedStyleSheets = [sheet]
      }
      interceptNavigation(contentDocument, url)
    }

    function interceptNavigation(page: Document, url: string) {
      page.onsubmit = (event) => {
        event.preventDefault()
        const form = event.target
        if (!(form instanceof (page.defaultView ?? window).HTMLFormElement)) return
        const body = new URLSearchParams()
        for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value))
        const target = new URL(form.getAttribute('action') || url, url)
        void load(new Request(target, { method: 'POST', body }))
      }
      page.onclick = (event) => {
        const link = event.target instanceof (page.defaultView ?? window).Element && event.target.closest('a')
        if (!link) return
        event.preventDefault()
        const target = new URL(link.getAttribute('href') ?? '', url)
        if (target.href.startsWith(shopUrl)) onLeave()
        else void load(new Request(target))
      }
    }

    void load(new Request(initialUrl))
    return () => {
      unmounted = true
    }
  }, [initialUrl, fetchPage, onLeave])

  return (
    <div class="payment-page">
      <p class="payment-bar">
        <span>{new URL(initialUrl).host}</span>
        <button type="button" class="button-plain" onClick={onLeave}>
          Back to the shop
        </button>
      </p>
      <iframe ref={frame} title="The service’s payment page" />
    </div>
  )
}
