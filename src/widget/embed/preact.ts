import { h, type JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { listen, optionsOf, type PaypaneProps } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountPane } from './mount.ts'

/**
 * The pane as a Preact component.
 *
 * @example
 * <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export function Paypane(props: PaypaneProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  const pane = useRef<MountedPaypane | null>(null)
  const newest = useRef(props)
  newest.current = props
  useEffect(() => {
    if (!place.current) return
    const deafen = listen(place.current, () => newest.current)
    const mounted = mountPane(place.current, optionsOf(newest.current), esmLoaders)
    pane.current = mounted
    return () => {
      mounted.unmount()
      deafen()
    }
  }, [])
  useEffect(() => pane.current?.update(optionsOf(props)))
  return h('div', { ref: place })
}
