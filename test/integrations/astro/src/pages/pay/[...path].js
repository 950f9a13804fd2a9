import { kit } from '../../kit.js'

export const ALL = ({ request, clientAddress }) => kit().fetch(request, { address: clientAddress })
