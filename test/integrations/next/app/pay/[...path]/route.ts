import { paypane } from '@/paypane'

const handler = (request: Request) => paypane().fetch(request)

export { handler as DELETE, handler as GET, handler as POST, handler as PUT }
