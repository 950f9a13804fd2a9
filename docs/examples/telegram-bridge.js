// For a Telegram mini app: opens the payment page, and banks that have an HTTPS link, in the browser.
function openInBrowser(event) {
  if (!/^https:/.test(event.detail.url)) return
  event.preventDefault()
  window.Telegram.WebApp.openLink(event.detail.url)
}

document.addEventListener('paypane:open', openInBrowser)
document.addEventListener('paypane:redirect', openInBrowser)
