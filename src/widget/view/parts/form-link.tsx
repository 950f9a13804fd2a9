import type { Model } from '../model.ts'

interface Props {
  model: Model
  url: string
  class: string
  label: string
}

/** The way to the payment page, in the whole window; the page may say no. */
export function FormLink({ model, url, class: className, label }: Props) {
  const handleClick = (event: Event) => {
    if (!model.startRedirect(url)) event.preventDefault()
  }
  return (
    <a class={className} href={url} target="_top" onClick={handleClick}>
      {label}
    </a>
  )
}
