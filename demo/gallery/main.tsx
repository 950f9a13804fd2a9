import { render } from 'preact'
import { Gallery } from './gallery.tsx'
import { ignoreLongTimers } from './ignore-long-timers.ts'

ignoreLongTimers()

// Links to payment pages are disabled in the gallery.
addEventListener('click', (event) => {
  const isLeaving = (part: EventTarget) => part instanceof HTMLAnchorElement && part.target === '_top'
  if (event.composedPath().some(isLeaving)) event.preventDefault()
})

const container = document.querySelector('#gallery')
if (container) render(<Gallery />, container)
