import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

test('no framework whose bundler bundles packages with that peer is one, or SvelteKit would bundle the server', () => {
  expect(Object.keys(manifest.peerDependencies)).toEqual(['pg', 'preact', 'react'])
})
