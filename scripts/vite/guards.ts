import type { Plugin } from 'vite'
import { guards, removedGuard } from '../../demo/break/guards.ts'
import { mutants } from '../../test/simulator/mutants.ts'
import { pathOf } from './project.ts'

/** Lets the page “Break it” take out a guard: by the mutants that undo it, with a switch before each. */
export function guardSwitches(): Plugin {
  const switches = Object.entries(guards).flatMap(([name, { undoes }]) =>
    mutants
      .filter((mutant) => mutant.undoes === undoes)
      .map(({ file, from, to }) => ({ name, file: pathOf(file), from, to })),
  )
  return {
    name: 'paypane-guard-switches',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0]
      let changed = code
      for (const { name, from, to, ...planted } of switches) {
        if (planted.file !== file) continue
        if (!changed.includes(from)) throw new Error(`${file} has changed: ${from}`)
        changed = changed.replace(from, () => switched(name, from, to))
      }
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

/** Of an expression, or of a condition and the `&&` after it. */
function switched(name: string, from: string, to: string): string {
  const isRemoved = `globalThis.${removedGuard} === '${name}'`
  const condition = /^(.*) &&\s*$/s.exec(from)?.[1]
  return to === '' && condition !== undefined
    ? `(${isRemoved} || (${condition})) && `
    : `(${isRemoved} ? (${to}) : (${from}))`
}
