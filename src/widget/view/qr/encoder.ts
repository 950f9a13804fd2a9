/// <reference path="../../../qrcode-core.d.ts" />
import { create } from 'qrcode/lib/core/qrcode.js'
import type { QrSquare } from './paint-modules.ts'

/** Encodes text at error correction level M (15% may be unreadable). */
export function encodeQr(text: string): QrSquare {
  const { modules } = withNativeBuiltIns(() => create(text, { errorCorrectionLevel: 'M' }))
  return { size: modules.size, isDark: (index) => modules.data[index] === 1 }
}

/** Built-in functions that `qrcode` needs and old libraries replace: Prototype.js `reduce`, MooTools `bind`. */
const builtIns = [
  [
    Array.prototype,
    'reduce',
    function (this: readonly unknown[], add: (sum: unknown, item: unknown) => unknown, first: unknown) {
      let sum = first
      for (const item of this) sum = add(sum, item)
      return sum
    },
  ],
  [
    Function.prototype,
    'bind',
    function (this: (...boundArgs: unknown[]) => unknown, self: unknown, ...first: unknown[]) {
      return (...rest: unknown[]) => this.apply(self, [...first, ...rest])
    },
  ],
] as const

/** Installs the replacements while a synchronous function runs, then restores the page's versions. */
function withNativeBuiltIns<Result>(run: () => Result): Result {
  const overridden = builtIns.flatMap(([owner, name, replacement]) => {
    const pageVersion: unknown = Reflect.get(owner, name)
    return String(pageVersion).includes('[native code]') ? [] : [{ owner, name, replacement, pageVersion }]
  })
  for (const { owner, name, replacement } of overridden) Reflect.set(owner, name, replacement)
  try {
    return run()
  } finally {
    for (const { owner, name, pageVersion } of overridden) Reflect.set(owner, name, pageVersion)
  }
}
