import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeHandler } from '../../src/server/node/index.ts'
import { createHarness, operatorToken } from '../server/harness.ts'
import { isFull } from '../support/full.ts'
import { serveOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

test.runIf(isFull)(
  'case prints the case file of a checkout, or writes an archive that is not there yet',
  async () => {
    const shop = createHarness()
    const { id } = await shop.createCheckout('1042', 'transfer')
    await shop.drain()
    const url = await serveOnLoopback(toNodeHandler(shop.paypane), onTestFinished)
    const env = { OPERATOR_TOKEN: operatorToken, PAYPANE_URL: `${url}/pay` }
    const printed = await runCommand(['case', id], { env })
    expect(printed).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Case of order 1042') })

    const folder = newFolder(onTestFinished)
    const file = join(folder, 'case.zip')
    expect(await runCommand(['case', id, '--archive', file], { env })).toEqual({ code: 0, err: '', out: '' })
    expect(Object.keys(unzipSync(await readFile(file)))).toEqual(['case.txt', 'case.json'])
    const again = await runCommand(['case', id, '--archive', file], { env })
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('was not written') })
    for (const unknown of ['co_none', '1042'])
      expect(await runCommand(['case', unknown], { env })).toMatchObject({
        code: 1,
        err: expect.stringContaining('404: no checkout has this id. Give the id, which begins with co_'),
      })
  },
)
