'use client'

/**
 * The widget as a React component: a thin wrapper over `mount`, for React 18 and later.
 * @module
 */
import { createElement, type ReactElement, useEffect, useRef } from 'react'
import { listen, optionsOf, type PaypaneProps } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'

export type { PaypaneCallbacks, PaypaneProps } from './component.ts'

/**
 * Shows a checkout and follows it until it is final. Renders an empty `<div>` on a server.
 *
 * @example
 * const widget = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export function Paypane(props: PaypaneProps): ReactElement {
  const containerRef = useRef<HTMLDivElement>(null)
  const widgetRef = useRef<MountedPaypane | null>(null)
  const latestProps = useRef(props)
  useEffect(() => {
    latestProps.current = props
    widgetRef.current?.update(optionsOf(props))
  })
  useEffect(() => {
    if (!containerRef.current) return
    const unlisten = listen(containerRef.current, () => latestProps.current)
    const mounted = mountWidget(containerRef.current, optionsOf(latestProps.current), esmLoaders)
    widgetRef.current = mounted
    return () => {
      widgetRef.current = null
      mounted.unmount()
      unlisten()
    }
  }, [])
  return createElement('div', { ref: containerRef })
}
