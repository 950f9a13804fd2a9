import type { h as createElement } from 'preact'

/** The `h` of `paypane.js`, for the JSX of a script that it loads: two copies of Preact cannot share a tree. */
export let h: typeof createElement

export function setHostPreact(hostH: typeof createElement): void {
  h = hostH
}
