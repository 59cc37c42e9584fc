import { Glob } from 'bun'

/**
 * What runs in which lane. `bun run test` runs the fast lane and the tests of changed features, `bun run verify` the full lane,
 * and `bun run verify --long <name>` one of the long forms.
 */

interface Folder {
  /** `fast` also runs in `bun run test`. */
  readonly lane: 'fast' | 'full'
  /** Maximum number of files that share a process. Starting a process takes longer than some files. */
  readonly share: number
  /** The folders with the longest files start first, so that the last step to finish is not one of them. */
  readonly isLong?: boolean
}

/** The first pattern that matches a file decides. */
export const folders: Readonly<Record<string, Folder>> = {
  'test/**/*.unit.test.ts': { lane: 'fast', share: 40 },
  'test/contract/**': { lane: 'fast', share: 8 },
  'test/suites/*.test.ts': { lane: 'fast', share: 8 },
  // The first needs tools of other languages, the second a browser.
  'test/suites/docs/{add-a-feature,integrate,reference-page}.test.ts': { lane: 'full', share: 1 },
  'test/suites/docs/**': { lane: 'fast', share: 11 },
  'test/suites/openapi/**': { lane: 'fast', share: 8 },
  'test/suites/clock/**': { lane: 'full', share: 3 },
  'test/suites/{packages,release}/**': { lane: 'full', share: 1 },
  'test/suites/**': { lane: 'full', share: 1, isLong: true },
  // The plans take as long as several others together.
  'test/console/plans.test.ts': { lane: 'full', share: 1, isLong: true },
  'test/console/**': { lane: 'full', share: 4, isLong: true },
  'test/storage/files/**': { lane: 'full', share: 1, isLong: true },
  'test/commands/{simulate,scheduled-backups}.test.ts': { lane: 'full', share: 1, isLong: true },
  'test/**': { lane: 'full', share: 8 },
}

/** One short file of each area, for the fast lane. */
export const smoke: readonly string[] = [
  'test/console/paths.test.ts',
  'test/events/webhooks/epcis.test.ts',
  'test/http/headers.test.ts',
  'test/inventory/assets/assets.test.ts',
  'test/inventory/locations/tree.test.ts',
  'test/people/access/bearer.test.ts',
  'test/people/users/session.test.ts',
  'test/storage/migrations.test.ts',
  'test/tracking/ingest/mqtt/messages.test.ts',
  'test/tracking/tracking/report.test.ts',
]

const patterns = Object.keys(folders).map((pattern) => ({ pattern, glob: new Glob(pattern) }))

/** Returns the pattern that decides about a file. */
export const patternOf = (file: string): string =>
  patterns.find(({ glob }) => glob.match(file))?.pattern ?? 'test/**'

export const folderOf = (file: string): Folder => folders[patternOf(file)] as Folder

/** The files of a process, and where it is among those of its folder, from 0 to 1. */
interface Group {
  readonly files: readonly string[]
  readonly place: number
}

/**
 * Returns the files of each process. Processes of different folders take turns, because some folders keep the processors busy,
 * such as those with a browser, and others wait for a time to pass or for a kill.
 * @param isLimited whether the time may end before the last process begins: the short ones, which have most of the tests, come first then
 */
export function grouped(files: readonly string[], isLimited = false): (readonly string[])[] {
  const groups: Group[] = []
  for (const ofFolder of Map.groupBy(files, patternOf).values()) {
    const { share } = folderOf(ofFolder[0] as string)
    // Equal groups, so that none takes much longer than the others.
    const count = Math.ceil(ofFolder.length / share)
    const size = Math.ceil(ofFolder.length / count)
    for (let at = 0; at < ofFolder.length; at += size)
      groups.push({ files: ofFolder.slice(at, at + size), place: (at + size / 2) / ofFolder.length })
  }
  const isLong = ({ files: [file] }: Group) => folderOf(file as string).isLong === true
  const inTurn = groups.toSorted((one, other) => one.place - other.place)
  const long = inTurn.filter(isLong)
  const short = inTurn.filter((group) => !isLong(group))
  return (isLimited ? [...short, ...long] : [...long, ...short]).map((group) => group.files)
}

/** Folders whose name says nothing about a feature. */
const general = new Set(
  'src test support scripts console storage queries ui app base core http events inventory people tracking installation suites'.split(
    ' ',
  ),
)

/** Returns the features that a file belongs to: the names of its folders. */
const featuresOf = (path: string): string[] =>
  /^(src|test)\//.test(path)
    ? path
        .split('/')
        .slice(0, -1)
        .filter((folder) => !general.has(folder))
    : []

/** Returns the test files of the features of these changed files, and the test files among them. */
export function testsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const features = new Set(changed.flatMap(featuresOf))
  return tests.filter((file) => {
    const words = file.replace(/(\.unit)?\.test\.ts$/, '').split('/')
    return changed.includes(file) || words.some((word) => features.has(word))
  })
}
