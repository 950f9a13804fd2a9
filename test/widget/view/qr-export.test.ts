// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { emptyDetails, transfer } from '../../../demo/gallery/views.ts'
import { waitFor } from '../../support/wait-for.ts'
import { openPayer } from './payer.ts'

const png = `data:image/png;base64,${btoa('\x89PNG\r\n\x1a\n')}`
const hint = 'Nothing saved? Take a screenshot.'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a QR code, presses a button, and waits for what it does. */
async function press(
  name: 'Save the code' | 'Share',
  { share, cancels = false, qr = png }: PressOptions = {},
) {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), share ?? {}))
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const payer = await openPayer({ ...transfer, action: { ...emptyDetails, qr } }, { cancels })
  await payer.press(name)
  await waitFor(() => expect(payer.events).toContainEqual(expect.objectContaining({ type: 'open' })))
  await payer.page.advance(0)
  return {
    event: payer.events.find(({ type }) => type === 'open'),
    downloads: download.mock.calls.length,
    isRevoked: revoke.mock.calls.length > 0,
    hint: [...payer.place.querySelectorAll('.note')].find(({ textContent }) => textContent === hint)
      ?.textContent,
    status: payer.status(),
  }
}
interface PressOptions {
  share?: { share: () => Promise<void>; canShare?: () => boolean }
  cancels?: boolean
  qr?: string
}

test('a download may be ignored, so the payer reads what to do then', async () => {
  const result = await press('Save the code')
  expect(result).toMatchObject({ downloads: 1, hint, status: hint })
  // The app that holds the WebView reads the file later.
  expect(result.isRevoked).toBe(false)
})

test.each([
  ['Save the code', 'save'],
  ['Share', 'share'],
] as const)('the page can take the file of %s', async (name, purpose) => {
  const share = vi.fn(async () => undefined)
  const result = await press(name, { cancels: true, share: { share, canShare: () => true } })
  expect(result.event).toEqual({ type: 'open', url: png, kind: 'qr', purpose })
  expect(result).toMatchObject({ downloads: 0, hint: undefined })
  expect(share).not.toHaveBeenCalled()
})

const rejectWith = (name: string) => async (): Promise<void> => {
  throw new DOMException('No', name)
}

const sharing: readonly (readonly [string, NonNullable<PressOptions['share']>, number])[] = [
  ['shares the file', { share: async () => undefined, canShare: () => true }, 0],
  ['is closed by the payer', { share: rejectWith('AbortError'), canShare: () => true }, 0],
  ['is forbidden', { share: rejectWith('NotAllowedError'), canShare: () => true }, 1],
  ['shares no files', { share: async () => undefined, canShare: () => false }, 1],
  ['cannot tell', { share: async () => undefined }, 1],
]
test.each(sharing)('the file is saved unless it was shared: sharing %s', async (_, share, downloads) => {
  expect(await press('Share', { share })).toMatchObject({ downloads, hint: downloads ? hint : undefined })
})
