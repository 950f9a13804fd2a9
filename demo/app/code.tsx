import { useState } from 'preact/hooks'
import type { Settings } from './settings.ts'
import { type Snippet, snippets } from './snippets.ts'

const sides = { page: 'On the page', server: 'On the server' } as const

/** The description of the merchant's routes, as it stands in the package. */
const openapi = new URL('../../docs/openapi.json', import.meta.url).href

/** The integration as code. */
export function CodePanel({ settings }: { settings: Settings }) {
  const all = snippets(settings)
  const [chosen, setChosen] = useState('script')
  const snippet = all.find(({ id }) => id === chosen) ?? all[0]
  return (
    <div class="code">
      {(['page', 'server'] as const).map((side) => (
        <fieldset key={side} class="choices">
          <legend>{sides[side]}</legend>
          {all
            .filter((one) => one.side === side)
            .map(({ id, name }) => (
              <button
                key={id}
                type="button"
                class="chip"
                aria-pressed={id === snippet?.id}
                onClick={() => setChosen(id)}
              >
                {name}
              </button>
            ))}
        </fieldset>
      ))}
      {snippet && <Shown key={snippet.id} snippet={snippet} />}
      <p class="note">
        Another language on the server? Serve what <a href={openapi}>openapi.json</a> describes, and the pane
        follows it.
      </p>
    </div>
  )
}

function Shown({ snippet }: { snippet: Snippet }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(snippet.code).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), 2000)
      },
      () => setCopied(false),
    )
  }
  return (
    <div class="snippet">
      <button type="button" class="copy-code" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <pre data-snippet={snippet.id}>
        <code>{snippet.code}</code>
      </pre>
    </div>
  )
}
