/** No screen changes because it has been shown for some seconds. */
export function ignoreLongTimers(): void {
  const { setTimeout } = window
  Reflect.set(window, 'setTimeout', (callback: () => void, ms = 0) =>
    ms < 5000 ? setTimeout(callback, ms) : 0,
  )
}
