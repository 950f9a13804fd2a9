import { expect } from 'vitest'
import type { BrowserPage } from './browser-driver.ts'

/** How long a browser may take. */
export const poll = { timeout: 15_000 }

export const expectHeading = (visit: BrowserPage, words: string): Promise<void> =>
  expect.poll(() => visit.run(readHeading), poll).toEqual(expect.stringContaining(words))

// What follows runs in the page.

const readHeading = () =>
  document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')?.textContent?.trim()

/** By its accessible name. */
export const findButton = (words: string): Element | null => {
  const buttons = document.querySelector('pay-pane')?.shadowRoot?.querySelectorAll('button') ?? []
  for (const button of buttons) {
    const name = button.getAttribute('aria-label') ?? button.textContent
    if (name?.trim().startsWith(words)) return button
  }
  return null
}
