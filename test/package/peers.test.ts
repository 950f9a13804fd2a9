import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// SvelteKit bundles packages that have Svelte as a peer dependency, and so the server of this one.
test('the peer dependencies are PostgreSQL and the frameworks of the components', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(['pg', 'preact', 'react'])
})
