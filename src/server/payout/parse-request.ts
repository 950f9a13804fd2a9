import { CreatePayout } from '../../contract/payout.ts'
import { ProblemError } from '../lib/problem.ts'

/** Validates a request from the merchant's own code. Throws `malformed`. */
export function parsePayoutRequest(request: CreatePayout): CreatePayout {
  const parsed = CreatePayout.safeParse(request)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProblemError('malformed', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
