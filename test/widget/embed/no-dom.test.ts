import { expect, test } from 'vitest'

test('every entry can be imported without a DOM', async () => {
  expect(typeof document).toBe('undefined')
  const [main, element, react] = await Promise.all([
    import('paypane'),
    import('paypane/element'),
    import('paypane/react'),
  ])
  expect(Object.keys(main).sort()).toEqual(['Paypane', 'createSession', 'mount'])
  expect(Object.keys(element)).toEqual([])
  expect(Object.keys(react)).toEqual(['Paypane'])
})

test('a session runs on a server', async () => {
  const { createSession } = await import('paypane')
  const session = createSession({
    endpoint: 'https://shop.example/pay',
    order: '1042',
    fetch: async () => new Response('{}', { status: 404 }),
  })
  await new Promise<void>((resolve) => session.subscribe(() => resolve()))
  expect(session.state.blockingError).toBe('notFound')
  session.stop()
})
