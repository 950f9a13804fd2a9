/**
 * Calls a function of the merchant that only observes. What it throws, or rejects with, goes to `onError`, so that it stops
 * nothing: a process ends by a rejection that is not handled.
 */
export const createObserver =
  <Value>(
    observe: (value: Value) => unknown,
    onError: (error: unknown, value: Value) => void,
  ): ((value: Value) => void) =>
  (value) =>
    void (async () => await observe(value))().catch((error: unknown) => onError(error, value))
