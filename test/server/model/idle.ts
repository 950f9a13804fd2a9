/**
 * What is under way outside of our own code: at a database, at the service, in the threads of WebCrypto. While something
 * is, the clock must not be turned, or a process that is only slow would be taken for one that stands still.
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
  Reflect.set(SubtleCrypto.prototype, name, function (this: SubtleCrypto, ...given: unknown[]) {
    return trackPending(() => Reflect.apply(method, this, given))
  })
}

/** Until nothing moves: what goes on by itself has come to its end, or to something that waits for the clock. */
export async function waitUntilIdle(): Promise<void> {
  for (let rounds = 0; rounds < 3; ) {
    const before = steps
    await new Promise((resolve) => setImmediate(resolve))
    rounds = count === 0 && steps === before ? rounds + 1 : 0
  }
}
