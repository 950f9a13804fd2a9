/** What a broken rule of money means for a payer. */
export type Harm = 'lost' | 'doubled'

/** Parts of the messages of the invariants. All others concern neither. */
export const harms: Record<Harm, readonly string[]> = {
  lost: [
    'at the service Success',
    'has the amount',
    'has paid',
    'was called absent',
    'no operator received',
    'events, but',
    'lost its amount',
    'is undecided without a review',
    'are not answered, without a review',
    'waits without a review',
    'although a callback has reported enough',
    'is in no report',
  ],
  doubled: [
    'attempts that may be paid',
    'was sent again before two lookups had found nothing',
    'while another may be paid',
    'was replaced, although',
    'was paid out twice',
    'can be paid twice',
    'succeeded twice',
    'repeated event',
    'two entries have one reference',
    'but never at the service',
    'is shown as paid before it is',
  ],
}

export function harmOf(rule: string): Harm | 'other' {
  const isOf = (harm: Harm): boolean => harms[harm].some((part) => rule.includes(part))
  return isOf('doubled') ? 'doubled' : isOf('lost') ? 'lost' : 'other'
}
