import { z } from 'zod'
import type { Happening } from '../wire/message.ts'
import { asker, orderPlacer, questions } from './asking.ts'
import type { World } from './world.ts'

const Operator = z.object({ console: z.string(), token: z.string() })

/** The world of `npm start`: a sandbox and a merchant's server in processes of their own. */
export function liveWorld(): World {
  const ask = asker((path, init) => fetch(path, init))
  const { pull, ...asked } = questions(ask, (path) => ask(`/demo/admin${path}`))
  return {
    kind: 'live',
    endpoint: '/pay',
    fetch: (input, init) => fetch(input, init),
    watch(listener) {
      const happenings = new EventSource('/demo/happenings')
      happenings.addEventListener('message', ({ data }) => {
        // From our own server, of this very version.
        const happening: Happening = JSON.parse(data)
        listener(happening)
      })
    },
    placeOrder: orderPlacer(ask),
    pull,
    ...asked,
    async turn(seconds) {
      await ask('/demo/turn', { seconds })
      await pull('clock', { advance: seconds })
    },
    kill: async () => {
      await ask('/demo/kill', {})
    },
    operator: async () => Operator.parse(await ask('/demo/operator')),
    visit: null,
  }
}
