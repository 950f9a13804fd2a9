/** The parameters of a page of a list. */
export const page = {
  after: '`next` of the previous page',
  limit: {
    description: 'The length of a page',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
} as const
/** The parameters of a time. */
export const period = {
  since: 'From this date or time (RFC 3339) on; a date is its start in UTC',
  until: 'Before this date or time',
}
/** The parameters of a list of checkouts or payouts. */
export const list = <Status extends 'Status' | 'PayoutStatus'>(status: Status) =>
  ({
    status: { description: 'Only entries with this status', schema: status },
    needsReview: {
      description: 'Only entries that need a review, or only the others',
      schema: { type: 'boolean' },
    },
    search:
      'A reference, id, `externalTransactionId` or `externalId`, or its first characters (3 or more; upper and lower case differ). Also an amount, the last four digits or the recipient of the payment details, or a part of a reference from the start of a word or number in it',
    ...period,
    ...page,
  }) as const
export const aPage = 'A page of the list'
