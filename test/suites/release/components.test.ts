import { expect, test } from 'bun:test'
import { version } from '../../../package.json'
import { billOfMaterials, noticesOf } from '../../../scripts/release/components'
import type { LicenseView } from '../../../src/installation/about/schema'

/** The bill of materials and the notices of a release, from the list of licenses of the last build. */

const licenses = (await Bun.file('dist/licenses.json').json()) as LicenseView[]
const bill = (epoch = 0) => JSON.parse(billOfMaterials(licenses, 'abc', epoch))

interface ListedComponent {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly licenses: unknown
  readonly purl: string
}

test('the bill of materials lists each component of the executable with its license and address', () => {
  const listed = licenses
    .flatMap(({ components }) => components)
    .filter((one) => one !== `whereabouts ${version}`)
  const { components } = bill() as { components: ListedComponent[] }
  const found = components.map(({ name, version: of }) => `${name} ${of}`)
  expect(found.toSorted()).toEqual([...listed, `sqlite ${process.versions['sqlite']}`].toSorted())
  expect(components.filter(({ licenses, purl }) => !Array.isArray(licenses) || purl === '')).toEqual([])
  expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length)
})

test('the bill of materials contains the digests of the lock file', () => {
  const { components } = bill() as { components: { name: string; hashes?: { content: string }[] }[] }
  const elysia = components.find(({ name }) => name === 'elysia')
  expect(elysia?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})

test('the bill of materials names the version, the commit and the time of the commit, and nothing of the build', () => {
  const { metadata } = bill(86_400)
  expect(metadata.timestamp).toBe('1970-01-02T00:00:00.000Z')
  expect(metadata.component).toMatchObject({
    name: 'whereabouts',
    version,
    properties: [{ name: 'whereabouts:commit', value: 'abc' }],
  })
  expect(billOfMaterials(licenses, 'abc', 0)).toBe(billOfMaterials(licenses, 'abc', 0))
})

test('the notices contain each license text', () => {
  const notices = noticesOf(licenses)
  expect(licenses.filter(({ text }) => !notices.includes(text))).toEqual([])
})
