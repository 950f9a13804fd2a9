/** `npm run build` writes the custom elements manifest of `<pay-pane>` to `dist/custom-elements.json`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionNames, stringOptions } from '../src/widget/embed/options.ts'

const root = join(import.meta.dirname, '..')

interface Member {
  name: string
  type: string
  description: string
}

/** The members of the interfaces in a file, with their doc comments. */
function membersOf(path: string): Member[] {
  const members = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(?:readonly )?'?([\w:-]+)'?(?:\?|\(\))?: ([^\n]+)/g
  return [...readFileSync(join(root, 'src/widget', path), 'utf8').matchAll(members)].map(
    ([, comment = '', name = '', type = '']) => ({
      name,
      type: type.replace(/ \| undefined$/, ''),
      description: comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    }),
  )
}

const options = ['core/session.ts', 'view/model.ts', 'embed/options.ts'].flatMap(membersOf)
const events = membersOf('embed/events.ts').filter(({ name }) => name.startsWith('paypane-'))
const element = ['embed/pay-pane.ts', 'embed/options.ts'].flatMap(membersOf)

function memberNamed(members: readonly Member[], name: string): Member {
  const found = members.find((member) => member.name === name)
  if (found === undefined) throw new Error(`${name} has no doc comment`)
  return found
}

/** The manifest of `<pay-pane>`, from its options, its events and their doc comments: editors read it. */
export function customElementsManifest() {
  const declaration = {
    kind: 'class',
    name: 'PaypaneElement',
    tagName: 'pay-pane',
    customElement: true,
    description: 'Shows a checkout and follows it until it is final.',
    attributes: [
      ...stringOptions.map((name) => ({ ...attributeOf(memberNamed(options, name)), fieldName: name })),
      { ...attributeOf(memberNamed(element, 'initial-view')), fieldName: 'initialView' },
    ],
    members: [
      ...optionNames.map((name) => ({ kind: 'field', ...fieldOf(memberNamed(options, name)) })),
      { kind: 'field', readonly: true, ...fieldOf(memberNamed(element, 'view')) },
      { kind: 'method', name: 'refresh', description: memberNamed(element, 'refresh').description },
    ],
    events: events.map(({ name, description }) => ({
      name,
      type: { text: `CustomEvent<PaypaneEvents['${name}']>` },
      description,
    })),
  }
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/widget/embed/element.js',
        declarations: [declaration],
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'pay-pane',
            declaration: { name: 'PaypaneElement', module: 'dist/widget/embed/element.js' },
          },
        ],
      },
    ],
  }
}

/** An attribute is text: the functions that its property accepts are left out. */
const attributeOf = (member: Member) => fieldOf({ ...member, type: member.type.replace(/ \| \(\(.*/, '') })

const fieldOf = ({ name, type, description }: Member) => ({ name, type: { text: type }, description })

if (import.meta.main)
  writeFileSync(
    join(root, 'dist/custom-elements.json'),
    `${JSON.stringify(customElementsManifest(), null, 2)}\n`,
  )
