/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>
