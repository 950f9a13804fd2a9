/** `npm run test:full` runs every case of the files that import this; `npm test` a sample. */
export const isFull = process.env['FULL'] === '1'

/** These cases only in full. */
export const inFull = <const T extends readonly unknown[]>(...cases: T): T | [] => (isFull ? cases : [])
