import { Component, type ComponentChildren } from 'preact'
import type { Model } from '../model.ts'
import { Contact } from './contact.tsx'
import { DeveloperNote } from './developer-note.tsx'
import { phrase } from './phrase.ts'

const slowAfterMs = 5000
const contactAfterMs = 20_000

interface AfterProps {
  model: Model
  ms: number
  /** Announced when the content appears, but not if it is there from the start. */
  announcement?: string
  children: ComponentChildren
}

/** Content that appears after a while; at once if the time has passed. It comes last on its screen, so that nothing in it moves. */
export class After extends Component<AfterProps, { isOver?: boolean }> {
  #cancel: () => void = () => undefined

  override componentDidMount() {
    const { model, ms, announcement } = this.props
    if (ms <= 0) return
    this.#cancel = model.page.setTimer(ms, () => {
      this.setState({ isOver: true })
      if (announcement) model.announce(announcement)
    })
  }

  override componentWillUnmount() {
    this.#cancel()
  }

  override render({ ms, children }: AfterProps, { isOver }: { isOver?: boolean }) {
    return ms <= 0 || isOver ? children : null
  }
}

/** A request that usually takes a moment: that it takes longer, in place of the last bars, and how to get help. */
export function Slow({ model }: { model: Model }) {
  const { view, lastFailure } = model.state
  const slow = phrase(model.t, 'slow')
  return (
    <div class="slow">
      {!view && (lastFailure === 'invalidResponse' || lastFailure === 'server') && (
        <DeveloperNote model={model} />
      )}
      <After model={model} ms={slowAfterMs} announcement={slow}>
        <p class="note">{slow}</p>
      </After>
      <After model={model} ms={contactAfterMs}>
        {view && <Contact model={{ ...model, view }} />}
      </After>
    </div>
  )
}
