import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { separator } from '../../../src/base/gs1/element-strings'
import { encodeEpc, type EpcContent } from '../../../src/base/gs1/epc-bits'
import { readCode } from '../../../src/base/gs1/identity'
import { contents } from '../../support/gs1-keys'
import { gs1Packages, python } from '../../support/python'

/** Codes are read like epcpy and biip read them. `bun run verify --long codes` compares a million random keys. */

setDefaultTimeout(3_600_000)

const count = Number(Bun.env['TEST_CODE_KEYS'] ?? 0)
const keysAtOnce = 10_000
const hint = count === 0 ? ' (skipped: bun run verify --long codes, with python3)' : ''

/** Each element of an element string in brackets. */
const element = /\((\d{2,4})\)((?:\\\(|[^(])+)/g
const elementsOf = (elements: string): string[][] =>
  [...elements.matchAll(element)].map(([, ai = '', data = '']) => [ai, data.replaceAll('\\(', '(')])

async function read(path: string, lines: readonly unknown[]): Promise<unknown[]> {
  const program = Bun.spawn([python as string, join(import.meta.dir, 'oracles.py')], {
    env: { ...Bun.env, PYTHONPATH: path },
    stdin: new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join('')]),
    stdout: 'pipe',
  })
  const text = await new Response(program.stdout).text()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

// epcpy fails for escaped characters, dots and colons in a serial number, and has an extension 0 for a GLN without one.
const plain = 'AZaz09-_'
const withoutExtension = /^urn:epc:id:sgln:.*\.0$/

// Rule: api.md, Identity
test.skipIf(count === 0).each([
  ['letters and digits, by epcpy and biip', plain, true],
  ['all characters, by biip', 'AZaz09!"%&\'()*+,-./:;<=>?_', false],
])(`random keys are read like other programs read them: %s${hint}`, async (_what, alphabet, hasBits) => {
  const packages = gs1Packages()
  if ('missing' in packages) throw new Error(packages.missing)
  const keys = contents(count, alphabet)
  for (let from = 0; from < count; from += keysAtOnce) {
    // `take` would end the generator.
    const codes = Array.from({ length: Math.min(keysAtOnce, count - from) }, () =>
      codeOf(encodeEpc(keys.next().value as EpcContent) as string, hasBits),
    )
    const found = await read(
      packages.path,
      codes.map(({ bits, scanned }) => [bits, scanned]),
    )
    expect(found).toEqual(codes.map(({ expected }) => expected))
    expect(codes.map(({ scanned }) => readCode(scanned).identity?.element_string)).toEqual(
      codes.map(({ named }) => named),
    )
  }
})

function codeOf(hex: string, hasBits: boolean) {
  const { identity } = readCode(hex)
  if (!identity) throw new Error(`${hex} names nothing`)
  const { element_string: named, uri } = identity
  const elements = elementsOf(named)
  const scanned = `]C1${elements.map((part) => part.join('')).join(separator)}`
  const isRead = hasBits && !withoutExtension.test(uri ?? '')
  const expected = isRead ? [uri, named, elements] : [null, null, elements]
  return { bits: isRead ? hex : null, scanned, named, expected }
}
