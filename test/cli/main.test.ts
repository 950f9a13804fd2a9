import { describe, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { runCommand } from './command.ts'

const fakeNodeVersion = (version: string) =>
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

describe('the command', () => {
  test.each(['18.20.8', '20.20.2', '22.12.0'])(
    'reports in one line that Node %s is too old',
    async (version) => {
      const { code, out, err } = await runCommand(['explain', '4.1.4.63'], {
        node: ['--import', fakeNodeVersion(version)],
      })
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: `paypane requires Node 22.13 or later; this is Node ${version}.\n`,
      })
    },
  )

  test.each(['22.13.0', '23.0.0', '24.21.0'])('runs on Node %s', async (version) => {
    const { code } = await runCommand(['explain', '4.1.4.63'], {
      node: ['--import', fakeNodeVersion(version)],
    })
    expect(code).toBe(0)
  })

  test.each([
    [[], ['sandbox', 'explain', 'doctor']],
    [
      ['explain', '--help'],
      ['--json', 'standard input', 'Examples'],
    ],
    [
      ['doctor', '--help'],
      ['--json', '--currency', '--env'],
    ],
    [
      ['sandbox', '--help'],
      ['--port', '--seed'],
    ],
  ])('prints help: %j', async (args, words) => {
    const { out, err } = await runCommand(args.length > 0 ? args : ['--help'])
    for (const word of words) expect(out + err).toContain(word)
  })

  test.runIf(isFull)('rejects unknown commands and options', async () => {
    expect(await runCommand(['pay'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("'pay'"),
    })
    expect(await runCommand(['explain', '--loud'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--loud'),
    })
  })
})
