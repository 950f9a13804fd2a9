import type { APIRoute } from 'astro'
import { paypane } from '../../../paypane'

export const ALL: APIRoute = ({ request, clientAddress }) =>
  paypane().fetch(request, { address: clientAddress })
