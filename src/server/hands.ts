/** So many pieces of work at once, each as long as it takes: one that hangs holds up no other, until no hand is free. */
export interface Hands {
  /** How many more can be taken now. */
  free(): number
  /** Takes a piece of work in hand. */
  take(work: Promise<void>): void
  /** Resolves once nothing is in hand. */
  rest(): Promise<void>
}

/** `most` pieces of work at once; `done` is called after each. */
export function createHands(most: number, done: () => void): Hands {
  const held = new Set<Promise<void>>()
  return {
    free: () => most - held.size,
    take(work) {
      const over = (): void => {
        held.delete(settled)
        done()
      }
      const settled = work.then(over, over)
      held.add(settled)
    },
    async rest() {
      while (held.size > 0) await Promise.all(held)
    },
  }
}
