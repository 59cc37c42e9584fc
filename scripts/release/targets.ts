import type { Build } from 'bun'

/** A system that a release has an executable for. */
export interface Target {
  /** Part of the file names. */
  readonly name: string
  readonly compile: Build.CompileTarget
  /** The architecture of the Debian package, for a system that has one. */
  readonly debian?: string
}

export const targets: readonly Target[] = [
  // It also runs on processors without AVX2, which are common in small computers: Bun has one executable for both.
  { name: 'linux-x64', compile: 'bun-linux-x64', debian: 'amd64' },
  { name: 'linux-x64-musl', compile: 'bun-linux-x64-musl' },
  { name: 'linux-arm64', compile: 'bun-linux-arm64', debian: 'arm64' },
  { name: 'linux-arm64-musl', compile: 'bun-linux-arm64-musl' },
  { name: 'macos-arm64', compile: 'bun-darwin-arm64' },
  { name: 'macos-x64', compile: 'bun-darwin-x64' },
  { name: 'windows-x64', compile: 'bun-windows-x64' },
]

export const executableNameOf = ({ name }: Target): string =>
  name.startsWith('windows') ? 'whereabouts.exe' : 'whereabouts'
