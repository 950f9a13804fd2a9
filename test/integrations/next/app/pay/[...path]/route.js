import { kit } from '../../kit.js'

const handler = (request) => kit().fetch(request)

export { handler as DELETE, handler as GET, handler as POST }
