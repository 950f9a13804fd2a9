import { render } from 'preact'
import { Gallery } from './gallery.tsx'

// A payment page is somewhere else: nobody leaves the gallery.
addEventListener('click', (event) => {
  const isLeaving = (part: EventTarget) => part instanceof HTMLAnchorElement && part.target === '_top'
  if (event.composedPath().some(isLeaving)) event.preventDefault()
})

const place = document.querySelector('#gallery')
if (place) render(<Gallery />, place)
