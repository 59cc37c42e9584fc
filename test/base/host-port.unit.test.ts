import { describe, expect, test } from 'bun:test'
import { parseHostPort } from '../../src/base/addresses/host-port'

describe('a host with or without a port', () => {
  const long = 'a'.repeat(63)
  test.each([
    ['dock', 'dock', 9100],
    ['Dock-2.Local', 'dock-2.local', 9100],
    ['dock.local.', 'dock.local.', 9100],
    ['zt411_1', 'zt411_1', 9100],
    ['10.0.0.40:6101', '10.0.0.40', 6101],
    ['[2001:DB8::4]', '2001:db8::4', 9100],
    ['drucker-süd', 'xn--drucker-sd-ieb', 9100],
    [`${long}.example`, `${long}.example`, 9100],
  ])('%s is one', (text, host, port) => {
    expect(parseHostPort(text, 9100)).toEqual({ host, port })
  })

  test.each([
    '.',
    '..',
    '...',
    'a..b',
    '.a',
    'a..',
    '-x',
    'x-',
    'a.-x.b',
    'a.x-',
    '-',
    'a%2eb.%2e',
    'a,b',
    'a~b',
    '*.local',
    '256.0.0.1',
    '10.0.0.4:0',
    '10.0.0.4:65536',
    '[10.0.0.4]',
    '[::g]',
    `${long}a.example`,
    `${'a.'.repeat(127)}a`,
    '',
  ])('%s is none', (text) => {
    expect(parseHostPort(text, 9100)).toBeUndefined()
  })
})
