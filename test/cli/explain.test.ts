import { describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'

describe('paypane explain', () => {
  test('describes each code on a line, including unknown ones', async () => {
    const { code, out, err } = await runCommand(['explain', '4.1.4.63', '1.1.5.1', 'nonsense'])
    expect({ code, err }).toEqual({ code: 1, err: 'Not an action code such as 4.1.4.63: nonsense\n' })
    expect(out).toBe(
      [
        "4.1.4.63  Check with the gateway, done: the payment failed (card's issuer: insufficient funds).",
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
      '2026-03-01T10:00:00.000Z  4.1.3.00  Check with the gateway, done: the payment succeeded.  [Check]\n',
    ],
    [
      'a callback',
      '{"orderHistory": [{"Time": null, "Action": null, "NewCode": "4.1.3.00"}, {"Action": "Log", "NewCode": null}]}',
      '4.1.3.00  Check with the gateway, done: the payment succeeded.\n          No action code.  [Log]\n',
    ],
    [
      'the array alone',
      '[{"newCode": "4.1.3.00"}]',
      '4.1.3.00  Check with the gateway, done: the payment succeeded.\n',
    ],
    [
      'log lines',
      '2026-03-01 at 10:00:00.123: NewCode=4.1.3.00; (version 1.2.3)\nthen 5.1.3.35.',
      '4.1.3.00  Check with the gateway, done: the payment succeeded.\n' +
        '5.1.3.35  Callback from the gateway, done: the payment succeeded (business rule: the amount was updated).\n',
    ],
  ])('reads %s from standard input', async (_, input, out) => {
    expect(await runCommand(['explain'], { input })).toEqual({ code: 0, out, err: '' })
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
        meaning: "Check with the gateway, done: the payment failed (card's issuer: the card is blocked).",
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
