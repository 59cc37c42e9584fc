/**
 * Compares the dependencies of bun.lock with the known vulnerabilities of the npm registry (`bun audit`).
 *
 * Exit codes: 0 when none is known, 1 when some are, 3 when the registry cannot be asked, so that nothing was checked.
 */

const { exitCode, stdout, stderr } = Bun.spawnSync([
  process.execPath,
  'audit',
  '--json',
  ...process.argv.slice(2),
])
const text = stdout.toString()
const known = vulnerabilitiesIn(text.slice(text.indexOf('{')))
if (known === undefined) {
  console.error(`Not checked: ${stderr.toString().trim() || `bun audit ended with ${exitCode}`}`)
  process.exit(3)
}
const lines = Object.entries(known).flatMap(([name, all]) =>
  all.map(({ severity, title, url }) => `${name}: ${severity}: ${title} ${url}`),
)
console.log(lines.length === 0 ? 'No known vulnerability.' : lines.join('\n'))
process.exit(lines.length === 0 ? 0 : 1)

interface Vulnerability {
  readonly severity: string
  readonly title: string
  readonly url: string
}

/** Parses the response of the registry: the vulnerabilities by package. Returns undefined if it is none. */
function vulnerabilitiesIn(json: string): Readonly<Record<string, readonly Vulnerability[]>> | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
