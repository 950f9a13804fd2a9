// For a page in an app: gives the app what a WebView may forbid. Load it beside the widget's script.
const app = window.PaypaneApp ?? window.webkit?.messageHandlers?.PaypaneApp ?? window.ReactNativeWebView

function sendToApp(event) {
  event.preventDefault()
  app.postMessage(JSON.stringify({ type: event.type, ...event.detail }))
}

if (app) {
  document.addEventListener('paypane-open', sendToApp)
  // Without this line the WebView itself opens the payment page.
  document.addEventListener('paypane-redirect', sendToApp)
}
