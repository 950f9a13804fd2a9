/** Lets timers and sockets run, since a fast client takes many parts without waiting. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * A response body that produces its text as fast as the client reads it, and lets other requests be served between two
 * parts. An error aborts the response.
 */
export function textStream(
  parts: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        await nextTask()
        const { value, done } = await parts.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        controller.error(new Error('The response was aborted.'))
      }
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
