/**
 * Counts pending work outside of our own code: in a database, at the service, in the threads of WebCrypto. The clock
 * must not advance while any is pending, or a slow process would pass for an idle one.
 */
let count = 0
let steps = 0

export async function trackPending<T>(work: () => Promise<T> | T): Promise<T> {
  count += 1
  steps += 1
  try {
    return await work()
  } finally {
    count -= 1
  }
}

for (const name of ['digest', 'encrypt', 'decrypt', 'sign', 'importKey'] as const) {
  const method = SubtleCrypto.prototype[name]
  Reflect.set(SubtleCrypto.prototype, name, function (this: SubtleCrypto, ...args: unknown[]) {
    return trackPending(() => Reflect.apply(method, this, args))
  })
}

/** Resolves once all work has finished or waits for the clock. */
export async function waitUntilIdle(): Promise<void> {
  for (let rounds = 0; rounds < 3; ) {
    const before = steps
    await new Promise((resolve) => setImmediate(resolve))
    rounds = count === 0 && steps === before ? rounds + 1 : 0
  }
}
