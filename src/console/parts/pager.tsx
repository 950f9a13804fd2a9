import { hashOf, type Route } from '../route.ts'

interface Props {
  /** The route of a page; null: the first one. */
  routeOf(after: string | null): Route
  after: string | null
  next: string | null | undefined
}

export function Pager({ routeOf, after, next }: Props) {
  return (
    <p class="pager">
      {after !== null && <a href={hashOf(routeOf(null))}>Newest</a>}
      {next && <a href={hashOf(routeOf(next))}>Older</a>}
    </p>
  )
}
