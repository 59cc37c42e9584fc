import { readFileSync } from 'node:fs'
import { version } from '../../package.json'
import type { LicenseView } from '../../src/installation/about/schema'

/** The components of the executable, for people (notices) and for programs (CycloneDX 1.6). */

interface Component {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Compares texts by code unit, which does not depend on the language of the machine. */
const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const componentsOf = (licenses: readonly LicenseView[]): Component[] =>
  licenses
    .flatMap(({ name: license, components }) =>
      components.map((component) => {
        const at = component.lastIndexOf(' ')
        return { name: component.slice(0, at), version: component.slice(at + 1), license }
      }),
    )
    .filter(({ name }) => name !== 'whereabouts')
    .toSorted((a, b) => order(a.name, b.name) || order(a.version, b.version))

/** Returns the license texts of all components. */
export const noticesOf = (licenses: readonly LicenseView[]): string =>
  licenses
    .map(({ name, components, text }) => `${components.join('\n')}\n\nLicense: ${name}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)

/**
 * Returns the bill of materials of a release.
 *
 * @param epoch - time of the commit, in seconds
 */
export function billOfMaterials(licenses: readonly LicenseView[], commit: string, epoch: number): string {
  const digests = lockedDigests()
  const packages = componentsOf(licenses).map((component) => {
    const { name, version: of, license } = component
    const digest = digests.get(`${name}@${of}`)
    return {
      type: name === 'bun' ? 'platform' : 'library',
      'bom-ref': purlOf(component),
      name,
      version: of,
      ...(digest && { hashes: [{ alg: 'SHA-512', content: digest }] }),
      licenses: [{ expression: license }],
      purl: purlOf(component),
    }
  })
  const sqlite = { name: 'sqlite', version: String(process.versions['sqlite']) }
  const components = [
    ...packages,
    {
      type: 'library',
      'bom-ref': `pkg:generic/sqlite@${sqlite.version}`,
      ...sqlite,
      licenses: [{ expression: 'blessing' }],
      purl: `pkg:generic/sqlite@${sqlite.version}`,
    },
  ]
  const root = `pkg:generic/whereabouts@${version}`
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'whereabouts',
        version,
        licenses: [{ expression: 'Apache-2.0' }],
        purl: root,
        properties: [{ name: 'whereabouts:commit', value: commit }],
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Returns the address of a package (purl). The @ of a scope is encoded. */
const purlOf = ({ name, version: of }: Component): string => `pkg:npm/${name.replace('@', '%40')}@${of}`

/** Returns the SHA-512 of the published packages in hex, by name and version, from the lock file. */
function lockedDigests(): Map<string, string> {
  const lock = Bun.JSONC.parse(readFileSync('bun.lock', 'utf8')) as {
    packages: Record<string, readonly unknown[]>
  }
  const digests = new Map<string, string>()
  for (const [identity, ...rest] of Object.values(lock.packages)) {
    const [, encoded] = /^sha512-(.+)$/.exec(String(rest.at(-1))) ?? []
    if (encoded !== undefined) digests.set(String(identity), Buffer.from(encoded, 'base64').toString('hex'))
  }
  return digests
}
