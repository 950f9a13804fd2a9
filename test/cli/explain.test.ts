import { describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'

describe('paypane explain', () => {
  test('describes each code on a line, including unknown ones', async () => {
    const { code, out, err } = await runCommand(['explain', '4.1.4.63', '1.1.5.1', 'nonsense'])
    expect({ code, err }).toEqual({ code: 1, err: 'Not an action code such as 4.1.4.63: nonsense\n' })
    expect(out).toBe(
      [
        "4.1.4.63  The payment failed (card's issuer: insufficient funds): check with the gateway, done.",
        '1.1.5.1   A code in the legacy format X.Y.Z.W; its meaning is not documented.',
        'nonsense  Not a documented action code.',
        '',
      ].join('\n'),
    )
  })

  test.each([
    [
      'a status response',
      '{"externalId": "E1", "orderHistory": [{"time": "2026-03-01T10:00:00", "action": "Check", "newCode": "4.1.3.00"}]}',
      '2026-03-01T10:00:00.000Z  4.1.3.00  The payment succeeded: check with the gateway, done.  [Check]\n',
    ],
    [
      'a callback',
      '{"orderHistory": [{"Time": null, "Action": null, "NewCode": "4.1.3.00"}, {"Action": "Log", "NewCode": null}]}',
      'The payment succeeded.\n\n4.1.3.00  The payment succeeded: check with the gateway, done.\n          No action code.  [Log]\n',
    ],
    [
      'the array alone',
      '[{"newCode": "4.1.3.00"}]',
      '4.1.3.00  The payment succeeded: check with the gateway, done.\n',
    ],
    [
      'log lines',
      '2026-03-01 at 10:00:00.123: NewCode=4.1.3.00; (version 1.2.3)\nthen 5.1.3.35.',
      '4.1.3.00  The payment succeeded: check with the gateway, done.\n' +
        '5.1.3.35  The payment succeeded (business rule: the amount was updated): callback from the gateway, done.\n',
    ],
  ])('reads %s from standard input', async (_, input, out) => {
    expect(await runCommand(['explain'], { input })).toEqual({ code: 0, out, err: '' })
  })

  test('a history begins with its outcome: a success counts, whatever came before or after', async () => {
    const steps = ['1.1.1.00', '4.1.4.63', '5.1.3.35', '6.1.1.00'].map((newCode) => ({
      newCode,
      action: 'Step',
    }))
    const outcome = async (history: object[]) =>
      (await runCommand(['explain'], { input: JSON.stringify(history) })).out.split('\n')[0]
    expect(await outcome(steps)).toBe('The payment succeeded (business rule: the amount was updated).')
    expect(await outcome(steps.slice(0, 2))).toBe("The payment failed (card's issuer: insufficient funds).")
    expect(await outcome([...steps.slice(0, 1), ...steps.slice(3)])).toMatch(/^1\.1\.1\.00/)
  })

  test('--json prints the parsed parts of each code', async () => {
    const { out } = await runCommand(['explain', '--json'], {
      input: '[{"time": "2026-03-01T10:00:00+02:00", "action": "Check", "newCode": "4.1.4.61"}]',
    })
    expect(JSON.parse(out)).toEqual([
      {
        format: 'v2',
        code: '4.1.4.61',
        stage: 'check',
        result: 'success',
        state: 'failed',
        reason: { code: '61', key: 'card-blocked', group: 'issuer' },
        time: '2026-03-01T08:00:00.000Z',
        action: 'Check',
        meaning: "The payment failed (card's issuer: the card is blocked): check with the gateway, done.",
      },
    ])
  })

  test('a text without a code is an error', async () => {
    expect(await runCommand(['explain'], { input: 'paid at 10:00' })).toEqual({
      code: 1,
      out: '',
      err: 'The text contains no action code such as 4.1.4.63.\n',
    })
  })
})
