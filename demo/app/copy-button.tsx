import { useEffect, useState } from 'preact/hooks'

interface Props {
  name: string
  text: () => string
  class?: string
}

/** Copies a text, and shows the result for two seconds. */
export function CopyButton({ name, text, class: className = 'button-plain' }: Props) {
  const [feedback, setFeedback] = useState<string | null>(null)
  useEffect(() => {
    if (feedback === null) return
    const timer = setTimeout(() => setFeedback(null), 2000)
    return () => clearTimeout(timer)
  }, [feedback])
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setFeedback('Copied'),
      () => setFeedback('Not copied'),
    )
  }
  return (
    <button type="button" class={className} onClick={copy}>
      <span aria-live="polite">{feedback ?? name}</span>
    </button>
  )
}
