import type { RequestHandler } from '@sveltejs/kit'
import { paypane } from '../../../../paypane'

/** Every method. */
export const fallback: RequestHandler = ({ request, getClientAddress }) =>
  paypane().fetch(request, { address: getClientAddress() })
