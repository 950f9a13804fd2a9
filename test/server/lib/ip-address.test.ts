import { describe, expect, test } from 'vitest'
import {
  canonicalAddress,
  createAddressMatcher,
  isVast,
  networkOf,
} from '../../../src/server/lib/ip-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['192.0.2', null],
  ['192.0.2.256', null],
  ['unknown', null],
  ['', null],
  ['010.0.0.1', null],
  ['1::2::3', null],
  ['1:2:3:4:5:6:7:8:9', null],
  ['1:2:3:4:5:6:7::8', null],
  ['12345::', null],
  ['::1.2.3.4:5', null],
])('%s is %s', (text, expected) => {
  expect(canonicalAddress(text)).toBe(expected)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['not an address', 'not an address'],
])('%s is counted as %s', (text, expected) => {
  expect(networkOf(text)).toBe(expected)
})

describe('networks', () => {
  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.128/25', '192.0.2.200', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['0.0.0.0/0', '192.0.2.7', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['::/0', '192.0.2.7', true],
    ['10.0.0.0/8', 'no address', false],
  ])('%s contains %s: %s', (network, address, expected) => {
    expect(createAddressMatcher([network])(address)).toBe(expected)
  })

  test.each(['10.0.0.0/33', '10.0.0', 'proxy.example', '2001:db8::/129', ''])('%j is refused', (entry) => {
    expect(() => createAddressMatcher([entry])).toThrow(TypeError)
  })
})

test.each([
  ['0.0.0.0/0', true],
  ['128.0.0.0/1', true],
  ['::ffff:0:0/96', true],
  ['::/0', true],
  ['2000::/3', true],
  ['10.0.0.0/8', false],
  ['fc00::/7', false],
  ['192.0.2.1', false],
  ['no network', false],
])('%s has clients of every kind: %s', (network, expected) => {
  expect(isVast(network)).toBe(expected)
})
