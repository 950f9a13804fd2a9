import { useEffect, useState } from 'preact/hooks'

interface Props {
  name: string
  text: () => string
  class?: string
}

/** Copies a text, and says for a moment whether it did. */
export function CopyButton({ name, text, class: look = 'plain' }: Props) {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const over = setTimeout(() => setSaid(null), 2000)
    return () => clearTimeout(over)
  }, [said])
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('Not copied'),
    )
  }
  return (
    <button type="button" class={look} onClick={copy}>
      <span aria-live="polite">{said ?? name}</span>
    </button>
  )
}
