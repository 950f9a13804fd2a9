// Old syntax on purpose, so that an old browser can run it and show a message.
;(() => {
  var message = ''
  if (!window.isSecureContext) {
    message = 'This page needs a secure context: open it over https, or on localhost.'
  } else if (!('adoptedStyleSheets' in document) || !Array.prototype.toSorted) {
    message =
      'This browser is too old for the demo: it runs a server in the page. The widget itself supports older browsers.'
  }
  if (!message) return
  var notice = document.getElementById('unsupported')
  notice.textContent = message
  notice.hidden = false
})()
