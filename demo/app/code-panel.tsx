import { useState } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'
import type { Settings } from './settings.ts'
import { snippets } from './snippets.ts'

const sideLabels = { page: 'On the page', server: 'On the server' } as const

/** The OpenAPI description of the merchant's routes. */
const openapi = new URL('../../docs/openapi.json', import.meta.url).href

export function CodePanel({ settings }: { settings: Settings }) {
  const all = snippets(settings)
  const [selectedId, setSelectedId] = useState('script')
  const snippet = all.find(({ id }) => id === selectedId) ?? all[0]
  return (
    <div class="code">
      {(['page', 'server'] as const).map((side) => (
        <fieldset key={side} class="choices">
          <legend>{sideLabels[side]}</legend>
          {all
            .filter((candidate) => candidate.side === side)
            .map(({ id, name }) => (
              <button
                key={id}
                type="button"
                class="chip"
                aria-pressed={id === snippet?.id}
                onClick={() => setSelectedId(id)}
              >
                {name}
              </button>
            ))}
        </fieldset>
      ))}
      {snippet && (
        <div class="snippet" key={snippet.id}>
          <CopyButton name="Copy" class="copy-code" text={() => snippet.code} />
          <pre data-snippet={snippet.id}>
            <code>{snippet.code}</code>
          </pre>
        </div>
      )}
      <p class="note">
        Another language on the server? Implement <a href={openapi}>openapi.json</a>, and the widget works
        with it.
      </p>
    </div>
  )
}
