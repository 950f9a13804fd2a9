import type { Model } from '../model.ts'

interface Props {
  model: Model
  url: string
  class: string
  label: string
  /** Returns false if the page cancelled it. Default: records a redirect. */
  follow?: () => boolean
}

/** A link to the payment page or a banking app, opened in the top window. The page may cancel it. */
export function FormLink({ model, url, class: className, label, follow }: Props) {
  const handleClick = (event: Event) => {
    const isFollowed = follow ? follow() : model.redirector.follow({ type: 'redirect', url })
    if (!isFollowed) event.preventDefault()
  }
  return (
    <a class={className} href={url} target="_top" onClick={handleClick}>
      {label}
    </a>
  )
}
