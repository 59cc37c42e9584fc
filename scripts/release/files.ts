import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Runs a command of this machine. Throws with its output if it fails. */
export async function run(
  command: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Uint8Array> {
  const child = Bun.spawn([...command], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...Bun.env, LC_ALL: 'C', ...options.env },
  })
  const [stdout, stderr] = await Promise.all([child.stdout.bytes(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`"${command.join(' ')}" failed: ${stderr.trim()}`)
  return stdout
}

/** Writes a file and its directories, with a mode that does not depend on the umask. */
export function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  writeFileSync(path, content)
  chmodSync(path, mode)
}

/**
 * Writes a compressed tar file with entries of a directory. The bytes depend only on the contents, the modes and the time.
 *
 * @param epoch - time of all entries, in seconds
 */
export async function writeArchive(path: string, directory: string, epoch: number): Promise<void> {
  const order = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner']
  await run(['tar', '--create', '--format=ustar', ...order, '--file', `${path}.tar`, '.'], { cwd: directory })
  writeFileSync(path, await run(['gzip', '-6', '--no-name', '--stdout', `${path}.tar`]))
  await Bun.file(`${path}.tar`).delete()
}
