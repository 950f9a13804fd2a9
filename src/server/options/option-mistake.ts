/** What is wrong with an option. Never holds a secret. */
export interface Mistake {
  /** The option, and where in it. Empty: the options as a whole. */
  path: readonly string[]
  /** A predicate: "is not a function". */
  problem: string
  /** What to do; may be empty. */
  fix: string
}

export const mistake = (path: string | readonly string[], problem: string, fix = ''): Mistake => ({
  path: typeof path === 'string' ? [path] : path,
  problem,
  fix,
})
