import { useState } from 'preact/hooks'
import type { ControlContext } from '../controls.ts'
import { type Chapter, chapters } from './chapters.ts'

/** `ready`: the chapter's button can be pressed. */
type Phase = 'preparing' | 'ready' | 'playing' | 'played'

export type Tour = ReturnType<typeof useTour>

/** The tour, shared by its panel, the caption while presenting, and the keyboard. */
export function useTour(context: ControlContext) {
  const [position, setPosition] = useState<{ index: number; phase: Phase } | null>(null)
  const chapter = position && chapters[position.index]

  async function step(index: number, during: Phase, after: Phase, run: Chapter['run']): Promise<void> {
    const running = { index, phase: during }
    setPosition(running)
    await context.demo.runAction(() => run(context))
    // The tour may have ended, or started again, in the meantime.
    setPosition((current) => (current === running ? { index, phase: after } : current))
  }
  const end = () => setPosition(null)
  function goTo(index: number) {
    if (position?.phase === 'preparing' || position?.phase === 'playing') return
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
      if (!position || !chapter) goTo(0)
      else if (position.phase === 'ready') void step(position.index, 'playing', 'played', play(chapter))
      else if (position.phase === 'played') goTo(position.index + 1)
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
