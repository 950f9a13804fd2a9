import type { z } from 'zod'
import type * as contract from '../../contract/index.ts'
import type { Scope } from '../../contract/operator.ts'
import type { ProblemCode } from '../../contract/problem-codes.ts'

/** A schema of the contract by its name, so that the server loads none for the document alone; or a JSON Schema. */
export type RouteSchema = keyof typeof contract | Readonly<Record<string, unknown>>

/** The description of a parameter; of one that is not an optional text, also its schema. */
type Parameter =
  | string
  | { readonly description: string; readonly schema?: RouteSchema; readonly required?: true }
export type Parameters = Readonly<Record<string, Parameter>>

/** The description of a response; its JSON, or what it has by media type; its headers. */
export type RouteResponse =
  | string
  | readonly [
      description: string,
      content: keyof typeof contract | Readonly<Record<`${string}/${string}`, RouteSchema>>,
      headers?: Readonly<Record<string, string>>,
    ]

/** The declaration of a route, which the router and `docs/openapi.json` read. Its name is the operation's id. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** In the router's form: `/checkouts/:id`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** The parameters in the path. */
  readonly params?: Parameters
  readonly query?: Parameters
  readonly headers?: Parameters
  readonly body?: z.ZodType
  readonly hasOptionalBody?: boolean
  /** The fields of an urlencoded form, and the description of any other. */
  readonly form?: { readonly fields: Readonly<Record<string, RouteSchema>>; readonly others: string }
  /** The media types of a file. */
  readonly file?: readonly string[]
  readonly responses: Readonly<Record<number, RouteResponse>>
  readonly problems?: readonly ProblemCode[]
}

/** An operators' route. Besides its own problems it has those of a missing token or scope. */
export interface AdminRoute extends Route {
  /** The scope that an operator needs; null for any operator. */
  readonly scope: Scope | null
}

export type Routes = Readonly<Record<string, Route>>

/** The response of a route that has a page. */
export const html = (description: string) => [description, { 'text/html': { type: 'string' } }] as const

export const bodyProblems = [
  'malformed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'internal',
] as const
