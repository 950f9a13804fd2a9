import { z } from 'zod'
import { PayerField } from './view.ts'

/** `GET /admin/pipelines`: the names of the pipelines, in the merchant's order. */
export const PipelineList = z
  .object({
    pipelines: z
      .array(
        z.object({
          name: z.string().meta({ description: 'As in `pipeline` of a request.' }),
          profile: z.enum(['p2p', 'form', 'token', 'payout']).meta({ description: 'What it is for.' }),
          fields: z.array(PayerField).optional().meta({
            description: 'What describes the destination of a payout, where the merchant declares it.',
          }),
        }),
      )
      .meta({ description: "In the merchant's order." }),
  })
  .meta({ id: 'PipelineList', description: "The pipelines, in the merchant's order." })
export type PipelineList = z.infer<typeof PipelineList>

/** `GET /admin/balance`: six amounts of a currency as decimal text, as the service gives them. */
export const BalanceView = z
  .object({
    currency: z.string().meta({ description: 'The currency key of all amounts.' }),
    merchantBalance: z.string().meta({ description: "The merchant's balance." }),
    merchantOverdraft: z.string().meta({ description: "The merchant's overdraft." }),
    pipelineBalance: z.string().meta({ description: "The pipeline's balance." }),
    pipelineAvailableBalance: z
      .string()
      .meta({ description: "What is available of the pipeline's balance." }),
    pipelineProcessingOrdersDeposit: z
      .string()
      .meta({ description: 'Deposits of the pipeline that are being processed.' }),
    pipelineProcessingOrdersWithdrawals: z
      .string()
      .meta({ description: 'Payouts of the pipeline that are being processed.' }),
  })
  .meta({
    id: 'BalanceView',
    description: 'Six amounts of a currency as decimal text, as the payments service gives them.',
  })
export type BalanceView = z.infer<typeof BalanceView>
