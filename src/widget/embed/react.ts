'use client'

/**
 * The widget as a React component: a thin wrapper over `mount`, for React 18 and later.
 * @module
 */
import {
  type CSSProperties,
  createElement,
  forwardRef,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { listen, optionsOf, type PaypaneCallbacks } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneHandle, PaypaneOptions } from './options.ts'

export type { PaypaneCallbacks } from './component.ts'
export type { PaypaneHandle } from './options.ts'

/** Properties of the component: the options of `mount`, a callback for each event, and the look of its `<div>`. */
export type PaypaneProps = PaypaneOptions &
  PaypaneCallbacks & {
    /** Of the `<div>`. */
    className?: string | undefined
    /** Of the `<div>`. */
    style?: CSSProperties | undefined
  }

/**
 * Shows a checkout and follows it until it is final. Renders an empty `<div>` on a server.
 *
 * @example
 * const widget = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export const Paypane: (props: PaypaneProps & RefAttributes<PaypaneHandle>) => ReactNode = forwardRef<
  PaypaneHandle,
  PaypaneProps
>(function Paypane(props, ref) {
  const containerRef = useRef<HTMLDivElement>(null)
  const widgetRef = useRef<MountedPaypane | null>(null)
  const latestProps = useRef(props)
  useImperativeHandle(
    ref,
    () => ({
      get view() {
        return widgetRef.current?.view ?? null
      },
      refresh: () => widgetRef.current?.refresh(),
    }),
    [],
  )
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
  const { className, style } = props
  return createElement('div', { ref: containerRef, className, style })
})
