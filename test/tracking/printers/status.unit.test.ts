import { describe, expect, test } from 'bun:test'
import { Answers, faultOf, type HostStatus, PrinterFault } from '../../../src/tracking/printers/status'

/** What label printers answer (docs/labels.md, What a job waits for). */

const bytes = (text: string) => Buffer.from(text, 'latin1')
const frames = ({
  paper = 0,
  pause = 0,
  formats = '000',
  head = 0,
  ribbon = 0,
  remaining = '00000000',
} = {}) =>
  `\u0002030,${paper},${pause},0406,${formats},0,0,0,000,0,0,0\u0003\r\n` +
  `\u0002001,0,${head},${ribbon},0,2,4,0,${remaining},1,000\u0003\r\n\u00021234,0\u0003\r\n`
const statusOf = (text: string): HostStatus => new Answers().take(bytes(text))[0] as HostStatus
const faultIn = (text: string) => {
  try {
    new Answers().take(bytes(text))
    return undefined
  } catch (error) {
    return error instanceof PrinterFault ? error.state : error
  }
}

describe('a host status', () => {
  test.each([
    [{}, undefined, false],
    [{ paper: 1, pause: 1 }, 'paper_out', false],
    [{ head: 1, pause: 1 }, 'head_open', false],
    [{ ribbon: 1, pause: 1 }, 'ribbon_out', false],
    [{ pause: 1 }, 'paused', false],
    [{ formats: '002' }, undefined, true],
    [{ remaining: '00000003' }, undefined, true],
  ])('with %j is %s, busy: %s', (values, state, isBusy) => {
    const status = statusOf(frames(values))
    expect([faultOf(status)?.state, status.isBusy]).toEqual([state as never, isBusy])
  })

  test('may arrive in any parts, with answers between', () => {
    const text = `L7E[3414A4]\r\n${frames()}L7T[]\r\nL7P[7]\r\n`
    const answers = new Answers()
    const found = Array.from(text).flatMap((character) => answers.take(bytes(character)))
    expect(found).toEqual([
      { labelId: 7, field: 'E', value: '3414A4' },
      statusOf(frames()),
      { labelId: 7, field: 'T', value: '' },
      { labelId: 7, field: 'P', value: '7' },
    ])
  })
})

test.each([
  'READY.\r\n',
  'L7X[1]\r\n',
  'L7E[1\r\n',
  `\u0002${'1,'.repeat(600)}`,
  '\u0002a,b\u0003',
  frames().replace('030,0', '030,x'),
  'x'.repeat(5_000),
  '<html>\n',
])('%j is nonsense', (text) => {
  expect(faultIn(text)).toBe('faulty')
})
