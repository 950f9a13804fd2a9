'use client'

/**
 * The pane as a React component: a thin wrapper over `mount`, for React 18 and later.
 * @module
 */
import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { listen, optionsOf, type PaypaneProps } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountPane } from './mount.ts'

export type { PaypaneCallbacks, PaypaneProps } from './component.ts'

/**
 * Shows a checkout, and follows it until it is final. On a server it renders an empty place.
 *
 * @example
 * const pane = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export function Paypane(props: PaypaneProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const pane = useRef<MountedPaypane | null>(null)
  const newest = useRef(props)
  useEffect(() => {
    newest.current = props
    pane.current?.update(optionsOf(props))
  })
  useEffect(() => {
    if (!place.current) return
    const deafen = listen(place.current, () => newest.current)
    const mounted = mountPane(place.current, optionsOf(newest.current), esmLoaders)
    pane.current = mounted
    return () => {
      pane.current = null
      mounted.unmount()
      deafen()
    }
  }, [])
  return createElement('div', { ref: place })
}
