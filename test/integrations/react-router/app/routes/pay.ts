import { paypane } from '../../paypane'
import type { Route } from './+types/pay'

export const loader = ({ request }: Route.LoaderArgs) => paypane().fetch(request)
export const action = ({ request }: Route.ActionArgs) => paypane().fetch(request)
