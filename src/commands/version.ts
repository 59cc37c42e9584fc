import { version } from '../../package.json'

/** The build defines the commit. The program that runs from source has none. */
declare const BUILD_COMMIT: string

const commit = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'unknown'

/** Returns the line that `--version` prints. */
export const versionLine = (): string =>
  `whereabouts ${version}, commit ${commit}, Bun ${Bun.version}, SQLite ${process.versions['sqlite']}`
