// For a Telegram mini app: opens payment pages, and banks that have an HTTPS link, in the browser.
const { WebApp } = window.Telegram

function openInBrowser(event) {
  // Telegram opens no other schemes, and throws.
  if (!/^https:/.test(event.detail.url)) return
  event.preventDefault()
  WebApp.openLink(event.detail.url)
}

document.addEventListener('paypane-open', openInBrowser)
document.addEventListener('paypane-redirect', openInBrowser)
// The payer is back. The page was not always hidden.
WebApp.onEvent('activated', () => document.querySelector('pay-pane').refresh())
