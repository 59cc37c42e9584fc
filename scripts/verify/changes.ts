/** Which files differ from the main branch, for `bun run test`. */

const git = (...args: string[]) => Bun.spawnSync(['git', ...args], { stdin: 'ignore', stderr: 'ignore' })

const linesOf = (...args: string[]): string[] =>
  git(...args)
    .stdout.toString()
    .split('\n')
    .filter((line) => line !== '')

/** Returns the paths that differ from the main branch of the remote, or from the local one. Without git, there are none. */
export function changedFiles(): string[] {
  const base = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name).success)
  if (base === undefined) return []
  const changed = linesOf('diff', '--name-only', '--merge-base', base)
  return [...new Set([...changed, ...linesOf('ls-files', '--others', '--exclude-standard')])]
}
