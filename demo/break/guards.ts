/**
 * A guard of the server that this page can take out, by the mutant of `test/simulator/mutants.ts` that undoes it.
 * `shownBy`: the faults that it guards against.
 */
export const guards = {
  lookups: {
    undoes: 'an open order is looked up without a callback',
    name: 'Lookups where no callback comes',
    shownBy: { callbackLoss: 100 },
  },
  watch: {
    undoes: 'late money is watched for',
    name: 'The watch for money that comes late',
    shownBy: { callbackLoss: 100 },
  },
  second: {
    undoes: 'reported money is not replaced',
    name: 'No other account number after “I have paid”',
    shownBy: {},
  },
} as const

export type Guard = keyof typeof guards

/** The global variable of the worker that holds the name of the guard that was taken out. */
export const removedGuard = 'removedGuard'
