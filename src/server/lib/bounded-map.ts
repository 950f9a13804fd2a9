/** A map that keeps memory bounded: beyond `maxSize` its oldest entries are removed. Setting an entry makes it the newest. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #maxSize: number

  constructor(maxSize: number) {
    super()
    this.#maxSize = maxSize
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    this.deleteOldest(() => false)
    return this
  }

  /** Deletes entries, oldest first, up to the first one that is neither too many nor expired. */
  deleteOldest(isExpired: (value: Value) => boolean): void {
    for (const [key, value] of this) {
      if (this.size <= this.#maxSize && !isExpired(value)) return
      this.delete(key)
    }
  }
}
