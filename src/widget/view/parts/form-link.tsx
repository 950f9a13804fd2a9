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
    if (!model.leave(url)) event.preventDefault()
  }
  return (
    <a class={className} href={url} target="_top" onClick={leave}>
      {words}
    </a>
  )
}
