import { z } from 'zod'

// Members that several responses of the admin API have.

export const nullableText = z.string().nullable()
export const attempt = z.int().meta({ description: "The attempt's number, from 1." })
export const pipeline = z.string().meta({ description: 'The name of the pipeline.' })
export const externalTransactionId = z
  .string()
  .meta({ description: 'Our id of the attempt at the payments service.' })
export const externalId = z.string().meta({ description: "The payments service's id of the order." })
export const time = (description: string) => z.string().meta({ description: `${description} RFC 3339, UTC.` })
/** `description` says when it is null. */
export const nullableTime = (description: string) =>
  nullableText.meta({ description: `${description} RFC 3339, UTC.` })
export const note = z.string().min(1).max(2000).meta({ description: "The operator's reason. It is stored." })

export const next = nullableText.meta({
  description: 'The cursor of the next page; null: this is the last one.',
})
/** Entries that are put aside. */
export const unreadable = z.array(z.string()).optional().meta({
  description:
    'Ids on this page that cannot be read: damaged, or written by a newer version. They are put aside; the log names each.',
})

export const truncated = z
  .literal(true)
  .optional()
  .meta({ description: 'More than 500 names begin with `search`: some of them are in no page.' })
