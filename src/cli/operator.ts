import { createOperatorToken } from 'paypane/server'
import { operatorScopes } from './operator-scopes.ts'

/** A new token of an operator with the entry for the file of `OPERATORS`. Throws an error for people. */
export function operatorLines(name: string, list: string): string[] {
  const scopes = list.split(',').map((scope) => scope.trim())
  const wrong = scopes.find((scope) => !operatorScopes.includes(scope))
  if (wrong !== undefined)
    throw new Error(`${wrong || 'An empty text'} is not a scope: give some of ${operatorScopes.join(', ')}.`)
  const { token, tokenSha256 } = createOperatorToken()
  return [
    `Token of ${name}, for that person only; it is not stored and not shown again:`,
    token,
    '',
    'Entry in the file of OPERATORS:',
    JSON.stringify({ [name]: { tokenSha256, scopes } }),
  ]
}
