import { useRef, useState } from 'preact/hooks'
import type { ControlContext } from '../controls.ts'
import { type Chapter, chapters } from './chapters.ts'

/** `ready`: the chapter's button can be pressed. */
type Phase = 'preparing' | 'ready' | 'playing' | 'played'

interface Position {
  index: number
  phase: Phase
}

export type Tour = ReturnType<typeof useTour>

/** The tour, shared by its panel, the caption while presenting, and the keyboard. */
export function useTour(context: ControlContext) {
  const [position, showPosition] = useState<Position | null>(null)
  const chapter = position && chapters[position.index]
  // Two presses can come before the page is rendered again: the second one must not play the chapter twice.
  const latest = useRef<Position | null>(null)

  function setPosition(next: Position | null) {
    latest.current = next
    showPosition(next)
  }
  async function step(index: number, during: Phase, after: Phase, run: Chapter['run']): Promise<void> {
    const running = { index, phase: during }
    setPosition(running)
    await context.demo.runAction(() => run(context))
    // The tour may have ended, or started again, in the meantime.
    if (latest.current === running) setPosition({ index, phase: after })
  }
  const end = () => setPosition(null)
  function goTo(index: number) {
    const phase = latest.current?.phase
    if (phase === 'preparing' || phase === 'playing') return
    const next = chapters[index]
    if (next) void step(index, 'preparing', 'ready', prepare(next))
    else end()
  }

  return {
    /** Null while there is no tour. */
    current: position &&
      chapter && {
        chapter,
        number: position.index + 1,
        phase: position.phase,
        next: chapters[position.index + 1] ?? null,
      },
    /** Starts the tour, plays the chapter, or continues with the next one. */
    advance() {
      if (latest.current === null) return goTo(0)
      const { index, phase } = latest.current
      const ready = chapters[index]
      if (phase === 'ready' && ready) void step(index, 'playing', 'played', play(ready))
      else if (phase === 'played') goTo(index + 1)
    },
    goTo,
    end,
  }
}

/** A tour that was ended while the server was down begins again once it is up. */
const prepare =
  (chapter: Chapter): Chapter['run'] =>
  async (context) => {
    await context.demo.waitUntil(({ serverUp }) => serverUp)
    await chapter.prepare(context)
  }

/** Plays the chapter until the page shows how it ends: the next one would meet a server that is still down. */
const play =
  ({ run, isOver }: Chapter): Chapter['run'] =>
  async (context) => {
    await run(context)
    await context.demo.waitUntil(isOver)
  }
