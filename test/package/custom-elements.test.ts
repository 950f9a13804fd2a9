// @vitest-environment happy-dom
import 'paypane/element'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { customElementsManifest } from '../../scripts/custom-elements.ts'

const [{ declarations: [declaration] = [] } = {}] = customElementsManifest().modules
const namesOf = (items: readonly { name: string }[] = []) => items.map(({ name }) => name).toSorted()
const element = customElements.get('pay-pane')

test('the manifest has every attribute of the element', () => {
  const observedAttributes = z.array(z.string()).parse(Reflect.get(element ?? {}, 'observedAttributes'))
  expect(namesOf(declaration?.attributes)).toEqual(observedAttributes.toSorted())
})

test('the manifest has every property and method of the element', () => {
  const internal = ['constructor', 'setOption', 'scheduleUpdate']
  const names = Object.getOwnPropertyNames(element?.prototype).filter(
    (name) => !internal.includes(name) && !name.endsWith('Callback'),
  )
  expect(namesOf(declaration?.members)).toEqual(names.toSorted())
})

test('the manifest has every event', () => {
  const source = readFileSync(join(import.meta.dirname, '../../src/widget/embed/events.ts'), 'utf8')
  const names = [...source.matchAll(/^ {2}'paypane-(\w+)':/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(namesOf(declaration?.events)).toEqual(names.map((name) => `paypane-${name}`).toSorted())
})
