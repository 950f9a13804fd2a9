import { z } from 'zod'
import { canonicalName, Operator, Scope } from '../../contract/operator.ts'

/** The name of an operator with `adminToken`. */
export const adminName = 'admin'

/** Operators by name, as in a file. */
export const Operators = z.record(
  z.string(),
  z.strictObject({ tokenSha256: z.string('is not text'), scopes: z.array(Scope).min(1, 'has no scope') }),
)
type Operators = Readonly<Record<string, { tokenSha256: string; scopes: readonly Scope[] }>>

/** Every mistake, by the operator's name. */
export function operatorProblems(operators: Operators): string[] {
  const entries = Object.entries(operators)
  return entries.flatMap(([name, { tokenSha256, scopes }], index) => {
    const before = entries.slice(0, index)
    const sameName = before.find(([other]) => canonicalName(other) === canonicalName(name))
    const sameToken = before.find(
      ([, other]) => other.tokenSha256.toLowerCase() === tokenSha256.toLowerCase(),
    )
    const parsed = Operator.safeParse({ name, scopes })
    return [
      ...(name.trim() === name && parsed.success ? [] : [`"${name}" has a wrong name or scope`]),
      ...(canonicalName(name) === adminName ? [`"${name}" is the name of adminToken`] : []),
      ...(sameName === undefined ? [] : [`"${name}" differs from "${sameName[0]}" only in case`]),
      ...(/^[0-9a-f]{64}$/i.test(tokenSha256)
        ? []
        : [`tokenSha256 of "${name}" is not 64 hexadecimal digits`]),
      ...(sameToken === undefined ? [] : [`"${name}" has the same token as "${sameToken[0]}"`]),
    ]
  })
}
