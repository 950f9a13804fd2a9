import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

// SvelteKit bundles packages that have Svelte as a peer dependency, and so the server of this one.
test('the peer dependencies are PostgreSQL and React, both optional', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(['pg', 'react'])
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(['pg', 'react'])
})
