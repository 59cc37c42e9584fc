import { describe, expect, test } from 'bun:test'
import { onOtherMachines } from '../../src/commands/local-url'

/** The links to the console that a first start prints for other machines. */

const addresses = ['127.0.0.1', '::1', '192.168.1.20', '10.0.0.7', 'fd00::7']
const link = 'http://127.0.0.1:8080/console/setup#token'
const of = (url: string, host: string, publicUrl?: string) =>
  onOtherMachines(url, { host, publicUrl }, addresses)

describe('the links for other machines', () => {
  test('have each address of the machine when the service listens on all', () => {
    expect(of(link, '0.0.0.0')).toEqual([
      'http://192.168.1.20:8080/console/setup#token',
      'http://10.0.0.7:8080/console/setup#token',
    ])
    expect(of(link, '::')).toContain('http://[fd00::7]:8080/console/setup#token')
  })

  test('keep the protocol, and name the port also when it is that of the protocol', () => {
    expect(of('https://127.0.0.1/x', '0.0.0.0')[0]).toBe('https://192.168.1.20:443/x')
  })

  test.each(['127.0.0.1', '::1', '192.168.1.20'])('do not exist when it listens on %s only', (host) => {
    expect(of(link, host)).toEqual([])
  })

  test('begin with the public address when the settings have one', () => {
    expect(of(link, '127.0.0.1', 'https://w.example')).toEqual(['https://w.example/console/setup#token'])
  })
})
