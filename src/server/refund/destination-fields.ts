import { z } from 'zod'
import type { Money } from '../../contract/money.ts'
import type { Pipelines } from '../pipelines.ts'
import { DeclaredField } from '../rules/checkout/payer-fields.ts'

const accountNumber = { key: 'accountNumber', kind: 'text' } as const

/** What the payer gives as the destination of a refund: the payer fields of the pipeline that its payout is sent to. */
export function destinationFields(pipelines: Pipelines, { value, currency }: Money): DeclaredField[] {
  const [pipeline] = pipelines.forPayout(value, currency)
  return z.array(DeclaredField).parse(pipeline?.payerFields ?? [accountNumber])
}
