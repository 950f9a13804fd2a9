import { z } from 'zod'

const count = z.int().min(0)

/** What became of orders, or of attempts. */
const Figures = z.object({
  count: count.meta({ description: 'Orders opened, or attempts started.' }),
  chosen: count.meta({ description: 'With a chosen method: an attempt was started.' }),
  shown: count.meta({
    description: 'The payer had payment details or a form to pay with, or a saved card was charged.',
  }),
  reportedSent: count.meta({ description: 'The payer said that the money was sent. Many pay without.' }),
  paid: count.meta({ description: 'Paid, whenever.' }),
  late: count.meta({ description: 'Of `paid`: after the time to pay was over.' }),
  corrected: count.meta({ description: 'Of `paid`: the service had reported a failure before.' }),
  short: count.meta({ description: 'Less than requested was paid, and nobody has accepted it.' }),
  failed: count.meta({ description: 'Failed, and not paid.' }),
  expired: count.meta({ description: 'The time to pay is over, and nothing was paid.' }),
  claimed: count.meta({ description: 'The payer made a claim, whatever came of it.' }),
  reasons: z
    .record(z.string(), count)
    .meta({ description: 'Of `failed`: how many by the `key` of the last `Reason`, or `not-created`.' }),
  medianSeconds: z.number().nullable().meta({
    description: 'From the start to the payment, to 5 %; up to 5 s count as 4.8 s. Null if nothing was paid.',
  }),
  p90Seconds: z
    .number()
    .nullable()
    .meta({ description: 'Nine of ten were paid by then; null if nothing was paid.' }),
})
export type ReportFigures = z.infer<typeof Figures>

const day = z.iso.date()
/** How many orders were opened, and how many of them were paid. */
const Hour = z.object({
  hour: z.int().min(0).max(23).meta({ description: 'UTC.' }),
  opened: count.meta({ description: 'Orders opened in this hour.' }),
  paid: count.meta({ description: 'How many of them were paid.' }),
})

/** `GET /admin/report`: what became of the orders of a time. */
export const Report = z
  .object({
    from: day.meta({ description: 'The first day, in UTC.' }),
    to: day.meta({ description: 'The last day; it is included.' }),
    orders: Figures.meta({ description: 'Each order once, on the day when it was opened.' }),
    byCurrency: z
      .array(Figures.extend({ currency: z.string().meta({ description: 'The currency key.' }) }))
      .meta({ description: 'Orders.' }),
    byDay: z
      .array(Figures.extend({ day: day.meta({ description: 'In UTC.' }) }))
      .meta({ description: 'Orders; every day of the time.' }),
    byHour: z.array(Hour).meta({ description: 'Orders by the hour of the day when they were opened.' }),
    byPipeline: z
      .array(Figures.extend({ pipeline: z.string().meta({ description: 'The name of the pipeline.' }) }))
      .meta({ description: 'Attempts, on the day when each was started.' }),
    byMethod: z
      .array(Figures.extend({ method: z.string().meta({ description: 'A method of `CheckoutView`.' }) }))
      .meta({ description: 'Attempts.' }),
  })
  .meta({ id: 'Report', description: 'What became of the orders of a time, and how long it took.' })
export type Report = z.infer<typeof Report>
