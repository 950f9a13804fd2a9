import { ClaimContent } from '../../contract/claim.ts'
import type { Context } from '../context.ts'
import type { Claim } from '../rules/model.ts'

/** What the payer says, as it is stored. */
export const sealContent = (
  { sealer }: Context,
  entry: string,
  claim: string,
  content: ClaimContent,
): Promise<string> => sealer.encrypt({ purpose: 'claim', entry, claim }, JSON.stringify(content))

/** Null: the payer says nothing more, it was erased, or it cannot be decrypted. */
export async function openContent(
  { sealer, log }: Context,
  entry: string,
  { number, content }: Claim,
): Promise<ClaimContent | null> {
  if (content === null) return null
  const text = await sealer.decrypt({ purpose: 'claim', entry, claim: number }, content)
  if (text !== null) return ClaimContent.parse(JSON.parse(text))
  log({ level: 'error', message: 'a claim cannot be decrypted: is its seal key missing?', checkout: entry })
  return null
}
