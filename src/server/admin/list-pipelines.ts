import { z } from 'zod'
import type { PipelineList } from '../../contract/admin.ts'
import type { Pipelines } from '../pipelines.ts'
import { DeclaredField, payerFieldOf } from '../rules/checkout/payer-fields.ts'

/** `GET /admin/pipelines`: their names, and what a payout of each is sent to, with English labels. */
export const listPipelines = ({ all }: Pipelines): z.infer<typeof PipelineList>['pipelines'] =>
  all.map(({ name, profile, payerFields }) => ({
    name,
    profile,
    ...(profile === 'payout' && payerFields !== undefined
      ? {
          fields: z
            .array(DeclaredField)
            .parse(payerFields)
            .map((field) => payerFieldOf(field, ['en'])),
        }
      : {}),
  }))
