import type { Model } from '../model.ts'

interface Props {
  model: Model
  url: string
  class: string
  label: string
}

/** A link to the payment page, opened in the top window. The page may cancel it. */
export function FormLink({ model, url, class: className, label }: Props) {
  const handleClick = (event: Event) => {
    if (!model.followRedirect(url)) event.preventDefault()
  }
  return (
    <a class={className} href={url} target="_top" onClick={handleClick}>
      {label}
    </a>
  )
}
