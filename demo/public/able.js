// Old syntax on purpose: a browser that is too old for the rest can still read it, and say so.
;(() => {
  var why = ''
  if (!window.isSecureContext) {
    why = 'This page needs a secure context: open it over https, or on localhost.'
  } else if (!('adoptedStyleSheets' in document) || !Array.prototype.toSorted) {
    why =
      'This browser is too old for the demo: its server part runs in the page. The pane itself asks for far less.'
  }
  if (!why) return
  var place = document.getElementById('unable')
  place.textContent = why
  place.hidden = false
})()
