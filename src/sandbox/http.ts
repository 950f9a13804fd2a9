import { JsonNumber } from '../service/json.ts'

/** The data that a listener passes with a request. */
interface Bindings {
  /** The client's address. */
  address: string
  /** The sandbox's own address, without a trailing slash. */
  baseUrl: string
}
export type Env = { Bindings: Bindings }

/** Like `JSON.stringify`, but a `JsonNumber` keeps its digits. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`).join(',')}}`
}

export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(stringifyJson(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
