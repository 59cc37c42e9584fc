import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { version } from '../../../package.json'
import { buildPackage } from '../../../scripts/release/debian'
import { administrator, executable } from '../../support/program'

/** The Debian package of the executable: what lintian reports, and its installation on an overlay of this machine. */

/** Sorts before the version, as the package of an earlier release. */
const earlier = `${version}~earlier`

const out = mkdtempSync(join(tmpdir(), 'whereabouts-'))
afterAll(() => rmSync(out, { recursive: true }))

const has = (...names: string[]): boolean => names.every((name) => Bun.which(name) !== null)
const canOverlay =
  has('unshare', 'dpkg', 'adduser', 'setpriv', 'ip', 'curl') &&
  Bun.spawnSync(['unshare', '--mount', '--net', 'mount', '-t', 'tmpfs', 'tmpfs', out], { stderr: 'ignore' })
    .success

/** Runs the steps in a root of its own: an overlay of this machine, without its network. */
const inOverlay = `
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount -t proc proc "$1/root/proc"
mount -t tmpfs tmpfs "$1/root/run"
mount -t tmpfs tmpfs "$1/root/tmp"
cp "$2" "$1/root/tmp/earlier.deb"
cp "$3" "$1/root/tmp/new.deb"
ip link set lo up
exec chroot "$1/root" bash -c "$4"
`

const steps = `
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
data=/var/lib/whereabouts
settings=/etc/whereabouts/whereabouts.toml
# An installation of the package on this machine must not matter.
dpkg -P whereabouts >/dev/null 2>&1 || true
rm -rf $data
start() {
  setpriv --reuid whereabouts --regid whereabouts --init-groups --no-new-privs \\
    env WHEREABOUTS_CONFIG=$settings "$@" /usr/bin/whereabouts serve >/tmp/out 2>/tmp/log &
  pid=$!
  for _ in $(seq 300); do
    WHEREABOUTS_CONFIG=$settings whereabouts healthcheck >/dev/null 2>&1 && return
    sleep 0.1
  done
  cat /tmp/log; exit 1
}
stop() { kill $pid; wait $pid; }
sign_in() {
  curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:18080/internal/v1/session \\
    -H 'content-type: application/json' -d '${JSON.stringify(administrator)}'
}
say() { echo "RESULT $1: $2"; }

dpkg -i /tmp/earlier.deb >/dev/null
say modes "$(stat -c '%a %U:%G' $data $settings | tr '\\n' ' ')"
say unit "$(test -f /usr/lib/systemd/system/whereabouts.service && echo present)"
echo 'port = 18080' >>$settings
start WHEREABOUTS_ADMIN_EMAIL=${administrator.email} "WHEREABOUTS_ADMIN_PASSWORD=${administrator.password}"
say first "$(sign_in)"
stop

dpkg -i /tmp/new.deb >/dev/null
say upgraded "$(dpkg-query -W -f '\${Version}' whereabouts) $(grep -c 18080 $settings)"
start; say after_upgrade "$(sign_in)"; stop

dpkg -r whereabouts >/dev/null 2>&1
say removed "$(test -e /usr/bin/whereabouts || echo gone) $(grep -c 18080 $settings) $(test -f $data/whereabouts.db && echo kept)"

dpkg -i /tmp/new.deb >/dev/null
start; say installed_again "$(sign_in)"; stop

dpkg -P whereabouts >/dev/null 2>&1
say purged "$(test -e $settings || echo gone) $(test -f $data/whereabouts.db && echo kept)"
`

describe.skipIf(!has('dpkg-deb') || process.platform !== 'linux')('the package', () => {
  let packages: { earlier: string; new: string }
  beforeAll(async () => {
    const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
    const common = { executable, architecture, epoch: 1_700_000_000, notices: 'Licenses.\n', level: 1, out }
    packages = {
      earlier: await buildPackage({ ...common, version: earlier }),
      new: await buildPackage({ ...common, version }),
    }
  }, 120_000)

  test('has the name, the version and the settings file of a package', () => {
    const field = (name: string) =>
      Bun.spawnSync(['dpkg-deb', '--field', packages.new, name]).stdout.toString().trim()
    expect(basename(packages.new)).toStartWith(`whereabouts_${version}_`)
    expect(field('Version')).toBe(version)
    const conffiles = Bun.spawnSync(['dpkg-deb', '--info', packages.new, 'conffiles']).stdout.toString()
    expect(conffiles).toBe('/etc/whereabouts/whereabouts.toml\n')
  })

  // Lintian needs a minute: `bun run verify --long packages`.
  test.skipIf(!Bun.env['TEST_PACKAGES'] || !has('lintian'))(
    'has no error of lintian',
    () => {
      const options = ['--fail-on', 'error', '--allow-root']
      const { exitCode, stdout } = Bun.spawnSync(['lintian', ...options, packages.new])
      expect({ exitCode, errors: stdout.toString().match(/^E: .*$/gm) ?? [] }).toEqual({
        exitCode: 0,
        errors: [],
      })
    },
    120_000,
  )

  test.skipIf(!canOverlay)(
    'is installed, upgraded, removed and purged without a loss of data',
    async () => {
      const mountPoint = join(out, 'machine')
      mkdirSync(mountPoint)
      const shell = ['unshare', '--mount', '--net', 'bash', '-c', inOverlay, 'overlay']
      const child = Bun.spawn([...shell, mountPoint, packages.earlier, packages.new, steps], {
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
      const results = Object.fromEntries(
        [...stdout.matchAll(/^RESULT (\w+): (.*)$/gm)].map(([, name, value]) => [name, value?.trim()]),
      )
      expect({
        code: await child.exited,
        results,
        ...((await child.exited) !== 0 && { stdout, stderr }),
      }).toEqual({
        code: 0,
        results: {
          modes: '700 whereabouts:whereabouts 640 root:whereabouts',
          unit: 'present',
          first: '200',
          upgraded: `${version} 1`,
          after_upgrade: '200',
          removed: 'gone 1 kept',
          installed_again: '200',
          purged: 'gone kept',
        },
      })
    },
    120_000,
  )
})
