import { attemptKey } from '../attempt-key.ts'
import type { Model } from '../model.ts'

interface Props {
  model: Model
  url: string
  class: string
  words: string
}

/** The way to the payment page, in the whole window; the page may say no. */
export function FormLink({ model, url, class: className, words }: Props) {
  const leave = (event: Event) => {
    if (model.tell({ type: 'redirect', url })) noteSent(model)
    else event.preventDefault()
  }
  return (
    <a class={className} href={url} target="_top" onClick={leave}>
      {words}
    </a>
  )
}

/** Remembers that the payer was sent, so that coming back reads as coming back. */
export function noteSent(model: Model): void {
  const view = model.state.peek().view
  if (!view) return
  const key = attemptKey(view)
  model.around.noteSent(key)
  model.sent.value = key
}
