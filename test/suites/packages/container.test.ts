import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The container image: built from Containerfile, and its root file system run read-only as the user of the image. */

const scratch = mkdtempSync(join(tmpdir(), 'whereabouts-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const repository = join(import.meta.dir, '../../..')
const root = join(scratch, 'dist/image')

function run(command: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: repository, stdin: 'ignore' })
  if (!success)
    throw new Error(`"${command.slice(0, 3).join(' ')}" failed: ${stderr.toString()}${stdout.toString()}`)
  return stdout.toString()
}

const canMount =
  process.platform === 'linux' &&
  Bun.spawnSync(['unshare', '--mount', '--net', 'mount', '-t', 'tmpfs', 'tmpfs', scratch], {
    stderr: 'ignore',
  }).success

/** Runs the program in the root $1, which nothing can write to, with data in memory. */
const readOnly = `
set -eu
mount --bind "$1" "$1"
# As a container runtime does.
mkdir "$1/proc" "$1/dev"
mount --bind /proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -o remount,bind,ro "$1"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 tmpfs "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
ip link set lo up
export WHEREABOUTS_DATA_DIR=/data
as_user="setpriv --no-new-privs chroot --userspec=65532:65532"
$as_user "$1" /whereabouts serve </dev/null &
pid=$!
for _ in $(seq 300); do
  if $as_user "$1" /whereabouts healthcheck 2>/dev/null; then break; fi
  sleep 0.1
done
touch "$1/written" 2>/dev/null || echo 'the root is read-only'
stat -c 'data of %u' "$1/data/whereabouts.db"
kill $pid
wait $pid
echo 'stopped with 0'
`

describe.skipIf(!canMount)('the container', () => {
  test('serves from a read-only root as a user without rights, and its health check finds it ready', () => {
    run(['bun', 'scripts/image-root.ts', root])
    const output = run(['unshare', '--mount', '--net', 'bash', '-c', readOnly, 'container', root])
    for (const line of ['ready', 'the root is read-only', 'data of 65532', 'stopped with 0'])
      expect(output.split('\n')).toContain(line)
  })

  test.skipIf(Bun.which('buildah') === null)('is built from Containerfile without any other image', () => {
    cpSync(join(repository, 'Containerfile'), join(scratch, 'Containerfile'))
    mkdirSync(join(scratch, 'run'))
    const store = [
      '--root',
      join(scratch, 'store'),
      '--runroot',
      join(scratch, 'run'),
      '--storage-driver',
      'vfs',
    ]
    const buildah = (...args: string[]) => run(['buildah', ...store, ...args])
    buildah('build', '--isolation', 'chroot', '--format', 'docker', '--tag', 'whereabouts', scratch)
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'whereabouts'))
    expect(Docker.config).toMatchObject({
      User: '65532:65532',
      Entrypoint: ['/whereabouts'],
      Cmd: ['serve'],
      Healthcheck: { Test: ['CMD', '/whereabouts', 'healthcheck'] },
    })
  })
})
