import { create } from 'qrcode'

/** A code's modules, row by row; true is dark. */
export interface QrModules {
  readonly size: number
  isDark(row: number, column: number): boolean
}

/** Text as a QR code that still reads with a seventh of it hidden. */
export function encodeQr(text: string): QrModules {
  const { modules } = withNativeBuiltIns(() => create(text, { errorCorrectionLevel: 'M' }))
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 }
}

/** What `qrcode` uses of what is built in, and old libraries replace: Prototype.js `reduce`, MooTools `bind`. */
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

/** Has what is built in at its place for as long as this runs, which nothing interrupts; then the page has its own again. */
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
