import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSignature, matchingKeys, verifyCallback } from '../../src/service/callback.ts'
import { callbackSignature, type SignedFields } from '../../src/service/signature.ts'

const privateKey = 'private-key'
const fields: SignedFields = { externalId: 'E1', status: 'Success', amount: '100.00', orderType: 'Deposit' }
const callbackBody = (signed: SignedFields, more: object = {}) => JSON.stringify({ ...signed, ...more })
const sign = (signed: SignedFields = fields, key = privateKey) => callbackSignature(signed, key)
const verify = async (body: string | Uint8Array, key: Parameters<typeof verifyCallback>[2] = privateKey) =>
  verifyCallback(body, await sign(), key)

describe('the signature', () => {
  test('is SHA-256 in hex over the four values and the private key, joined by semicolons', async () => {
    const text = 'E1;Success;100.00;Deposit;private-key'
    expect(await sign()).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test.each([
    ['lower case', (hex: string) => hex],
    ['upper case', (hex: string) => hex.toUpperCase()],
    ['with spaces around', (hex: string) => ` ${hex}\r\n`],
  ])('is accepted in %s', async (_, write) => {
    const signature = write(await sign())
    expect(await verifyCallback(callbackBody(fields), signature, privateKey)).toMatchObject(fields)
  })

  test.each([
    ['absent', () => null],
    ['undefined', () => undefined],
    ['empty', () => ''],
    ['cut', (hex: string) => hex.slice(1)],
    ['longer', (hex: string) => `${hex}0`],
    ['of another key', () => '0'.repeat(64)],
    ['not hex', () => 'z'.repeat(64)],
  ])('that is %s is rejected', async (_, write) => {
    await expect(verifyCallback(callbackBody(fields), write(await sign()), privateKey)).rejects.toMatchObject(
      {
        name: 'InvalidCallbackError',
        reason: 'signature',
      },
    )
  })

  test('is accepted for any of several private keys, given as text or functions', async () => {
    const keys = ['old', async () => privateKey, 'next']
    expect(await verify(callbackBody(fields), keys)).toMatchObject(fields)
    await expect(verify(callbackBody(fields), ['old', 'next'])).rejects.toMatchObject({ reason: 'signature' })
  })

  test('names the keys that match, as they were given', async () => {
    const key = () => privateKey
    expect(await matchingKeys(fields, await sign(), ['old', key, privateKey, 'next'])).toEqual(
      new Set([key, privateKey]),
    )
  })

  test('has 64 hex digits and nothing else', async () => {
    const hex = await sign()
    for (const text of [hex, hex.toUpperCase(), `\t${hex} `]) expect(isSignature(text), text).toBe(true)
    for (const text of [`0${hex}`, `${hex}0`, `x ${hex}`, `${hex} x`, hex.slice(1), '', null, undefined])
      expect(isSignature(text), String(text)).toBe(false)
  })

  test('without a private key is InvalidRequestError, not InvalidCallbackError', async () => {
    const forged = await sign(fields, '')
    for (const empty of ['', [], ['', privateKey]]) {
      await expect(verifyCallback(callbackBody(fields), forged, empty)).rejects.toMatchObject({
        name: 'InvalidRequestError',
      })
    }
  })
})

describe('table "Callback body"', () => {
  test('every field', async () => {
    const body = callbackBody(fields, {
      currency: 'UAH',
      externalParams: {
        cardToken: 'a',
        cardStorageToken: 'b',
        cardNumber: '411111******1111',
        cardHolder: 'c',
      },
      orderHistory: [{ Time: '2026-03-01T10:00:00', Action: 'Paid', NewCode: '5.1.3.00' }],
      more: true,
    })
    expect(await verify(body)).toEqual({
      ...fields,
      currency: 'UAH',
      externalParams: {
        cardToken: 'a',
        cardStorageToken: 'b',
        cardNumber: '411111******1111',
        cardHolder: 'c',
      },
      history: [{ time: '2026-03-01T10:00:00.000Z', action: 'Paid', code: '5.1.3.00' }],
    })
  })

  test('only the four signed values', async () => {
    expect(await verify(callbackBody(fields))).toEqual({
      ...fields,
      currency: null,
      history: [],
      externalParams: null,
    })
  })

  test('unsigned members of another type are null', async () => {
    const body = callbackBody(fields, { currency: {}, orderHistory: 'x', externalParams: [1] })
    expect(await verify(body)).toMatchObject({ currency: null, history: [], externalParams: null })
  })

  test.each([
    ['a number', '100.00', '100.00'],
    ['a number without decimals', '100', '100'],
    ['a string', '"100.00"', '100.00'],
    ['a string with an exponent', '"1E2"', '1E2'],
    ['a number with an exponent', '1.5E+2', '1.5E+2'],
    ['a very long number', `${'9'.repeat(60)}.10`, `${'9'.repeat(60)}.10`],
    ['an escaped string', '"1\\u0030\\u0030.00"', '100.00'],
  ])('an amount that is %s is signed by its text', async (_, written, amount) => {
    const body = `{"externalId": "E1", "status": "Success", "amount": ${written}, "orderType": "Deposit"}`
    const signature = await sign({ ...fields, amount })
    expect(await verifyCallback(body, signature, privateKey)).toMatchObject({ amount })
    const other = await sign({ ...fields, amount: `${amount}0` })
    await expect(verifyCallback(body, other, privateKey)).rejects.toMatchObject({ reason: 'signature' })
  })

  test('100.00 and 100 are different texts, so they have different signatures', async () => {
    const body = '{"externalId": "E1", "status": "Success", "amount": 100, "orderType": "Deposit"}'
    await expect(verify(body)).rejects.toMatchObject({ reason: 'signature' })
  })

  test('unknown values and a numeric identifier are kept as received', async () => {
    const future = { externalId: '12345678901234567890', status: 'Held', amount: '1', orderType: 'Refund' }
    const body = '{"externalId": 12345678901234567890, "status": "Held", "amount": 1, "orderType": "Refund"}'
    expect(await verifyCallback(body, await sign(future), privateKey)).toMatchObject(future)
  })

  test('what a body parser made of it is named as such', async () => {
    const verified = Reflect.apply(verifyCallback, undefined, [{ ...fields }, await sign(), privateKey])
    await expect(verified).rejects.toMatchObject({
      reason: 'malformed',
      message: expect.stringContaining('a parser has read it before'),
    })
  })

  test('bytes and a byte order mark are accepted', async () => {
    expect(await verify(new TextEncoder().encode(`\uFEFF${callbackBody(fields)}`))).toMatchObject(fields)
    expect(await verify(`\uFEFF${callbackBody(fields)}`)).toMatchObject(fields)
  })
})

describe('invalid bodies are InvalidCallbackError', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['a number', '100.00'],
    ['an array', `[${callbackBody(fields)}]`],
    ['an object without the values', '{}'],
    ['a value missing', JSON.stringify({ ...fields, orderType: undefined })],
    ['a value null', callbackBody(fields, { status: null })],
    ['a value that is an object', callbackBody(fields, { externalId: {} })],
    ['a value that is an array', callbackBody(fields, { status: ['Success'] })],
    ['a value that is true', callbackBody(fields, { orderType: true })],
    ['an empty value', callbackBody(fields, { externalId: '' })],
    ['a value twice, the last one ours', `{"status": "Failed", ${callbackBody(fields).slice(1)}`],
    ['a value twice, the first one ours', `${callbackBody(fields).slice(0, -1)}, "status": "Failed"}`],
    ['a value twice, the same', `${callbackBody(fields).slice(0, -1)}, "status": "Success"}`],
    ['a value twice, once escaped', `${callbackBody(fields).slice(0, -1)}, "st\\u0061tus": "Failed"}`],
    ['values behind __proto__', `{"__proto__": ${callbackBody(fields)}}`],
    ['values in other letters', callbackBody(fields).replace('status', 'Status')],
    ['a lone surrogate', callbackBody({ ...fields, externalId: '\ud800' })],
    ['a hundred thousand levels', deep(100_000)],
    ['a hundred thousand levels inside', `{"x": ${deep(100_000)}}`],
    ['a hundred thousand levels, open', '{"x":['.repeat(100_000)],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d)],
    [
      'UTF-16',
      new Uint8Array(new Uint16Array([...callbackBody(fields)].map((letter) => letter.charCodeAt(0))).buffer),
    ],
  ])('%s', async (_, body) => {
    await expect(verify(body)).rejects.toMatchObject({ name: 'InvalidCallbackError', reason: 'malformed' })
  })

  test('deep nesting beside valid values is accepted or refused, never a crash', async () => {
    const body = `${callbackBody(fields).slice(0, -1)}, "x": ${deep(100_000)}}`
    const outcome = await verify(body).catch((error: unknown) => error)
    expect(outcome).toSatisfy(
      (result: object) => 'amount' in result || ('name' in result && result.name === 'InvalidCallbackError'),
    )
  })

  test('invalid UTF-8 does not match a signed replacement character', async () => {
    const replaced = { ...fields, externalId: 'E\ufffd' }
    const bytes = new TextEncoder().encode(callbackBody({ ...fields, externalId: 'E?' }))
    bytes[bytes.indexOf(0x3f)] = 0xff
    await expect(verifyCallback(bytes, await sign(replaced), privateKey)).rejects.toMatchObject({
      name: 'InvalidCallbackError',
      reason: 'malformed',
    })
    expect(await verifyCallback(callbackBody(replaced), await sign(replaced), privateKey)).toMatchObject(
      replaced,
    )
  })

  test('members of prototypes change nothing', async () => {
    const more = '"__proto__": {"status": "Failed"}, "constructor": 1, "toString": 2, "hasOwnProperty": 3'
    expect(await verify(`${callbackBody(fields).slice(0, -1)}, ${more}}`)).toMatchObject(fields)
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false)
  })

  test('a semicolon cannot move the boundary between two signed values', async () => {
    const signature = await sign({ externalId: 'E1', status: 'Failed', amount: '1', orderType: 'Deposit' })
    for (const moved of [
      { externalId: 'E1;Failed', status: '1', amount: 'Deposit', orderType: privateKey },
      { externalId: 'E1;Failed;1', status: 'x', amount: '1', orderType: 'Deposit' },
    ]) {
      await expect(verifyCallback(callbackBody(moved), signature, privateKey)).rejects.toMatchObject({
        reason: 'malformed',
      })
    }
  })
})

describe('for every callback', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(';'))
  const signed = fc.record({ externalId: value, status: value, amount: value, orderType: value })
  const name = fc.constantFrom('externalId', 'status', 'amount', 'orderType')

  test('its signature verifies, whatever else the body contains', async () => {
    await fc.assert(
      fc.asyncProperty(
        signed,
        fc.dictionary(fc.string(), fc.jsonValue()),
        value,
        async (given, more, key) => {
          const body = JSON.stringify({ ...more, ...given })
          expect(await verifyCallback(body, callbackSignature(given, key), key)).toMatchObject(given)
        },
      ),
    )
  })

  test('it does not verify after a change of a signed value', async () => {
    await fc.assert(
      fc.asyncProperty(signed, name, value, async (given, altered, other) => {
        fc.pre(given[altered] !== other)
        const signature = callbackSignature(given, privateKey)
        await expect(
          verifyCallback(callbackBody({ ...given, [altered]: other }), signature, privateKey),
        ).rejects.toMatchObject({ reason: 'signature' })
      }),
    )
  })

  test('it does not verify with another key', async () => {
    await fc.assert(
      fc.asyncProperty(signed, value, value, async (given, key, other) => {
        fc.pre(key !== other)
        const signature = callbackSignature(given, key)
        await expect(verifyCallback(callbackBody(given), signature, other)).rejects.toMatchObject({
          reason: 'signature',
        })
      }),
    )
  })
})
