import { paypane } from '../../../paypane'

export default defineEventHandler((event) =>
  paypane().fetch(toWebRequest(event), { address: getRequestIP(event) }),
)
