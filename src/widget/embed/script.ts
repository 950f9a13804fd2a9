/**
 * The script-tag file: defines the global `Paypane` and `<pay-pane>`. It loads the deferred parts at once, and locales, QR
 * codes and payer fields on demand, from its own folder.
 * @module
 */
import { hostParts } from './host-parts.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-widget.ts'
import { createVerifiedFiles } from './verified-files.ts'

const { currentScript } = document
/** HTML such as `<img name="currentScript">` may replace the script element. */
const script = currentScript instanceof HTMLScriptElement ? currentScript : null
const loaders: Loaders = createVerifiedFiles(script, hostParts)

export const mount = (target: Element | string, options: PaypaneOptions): MountedPaypane =>
  mountWidget(target, options, loaders)

definePayPane(loaders, script?.dataset['origins'])
