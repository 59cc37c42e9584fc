import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  serviceName,
  serviceUser,
  dataDirectory,
  settingsPath,
  settingsText,
  unitText,
} from '../../src/commands/service/unit'
import { put, run } from './files'

interface PackageOptions {
  readonly executable: string
  /** Version of Whereabouts. */
  readonly version: string
  readonly architecture: string
  /** Time of the files, in seconds. */
  readonly epoch: number
  readonly notices: string
  /** Level of the compression, 1 to 9. */
  readonly level: number
  /** Directory for the package. */
  readonly out: string
}

const maintainer = 'The Whereabouts authors <whereabouts@users.noreply.github.com>'

/** Builds a Debian package with dpkg-deb and returns its path. */
export async function buildPackage(options: PackageOptions): Promise<string> {
  const { executable, version, architecture, epoch, level, out } = options
  const tree = join(out, `.package-${architecture}`)
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true, mode: 0o755 })
  put(join(tree, 'usr/bin/.keep'), '')
  rmSync(join(tree, 'usr/bin/.keep'))
  copyFileSync(executable, join(tree, 'usr/bin/whereabouts'))
  await run(['chmod', '755', join(tree, 'usr/bin/whereabouts')])
  put(join(tree, 'usr/lib/systemd/system', serviceName), unitText('/usr/bin/whereabouts'))
  put(join(tree, settingsPath), settingsText)
  await putDocuments(tree, options)
  await putControl(tree, options)
  const path = join(out, `whereabouts_${version}_${architecture}.deb`)
  const env = { SOURCE_DATE_EPOCH: String(epoch) }
  await run(['dpkg-deb', '--root-owner-group', '-Zgzip', `-z${level}`, '--build', tree, path], { env })
  rmSync(tree, { recursive: true })
  return path
}

async function putDocuments(tree: string, { version, epoch, notices }: PackageOptions): Promise<void> {
  const documents = join(tree, 'usr/share/doc/whereabouts')
  put(join(documents, 'copyright'), copyright)
  put(join(documents, 'changelog'), changelogOf(version, epoch))
  put(join(documents, 'notices'), notices)
  await run(['gzip', '-9', '--no-name', join(documents, 'changelog'), join(documents, 'notices')])
  put(join(tree, 'usr/share/lintian/overrides/whereabouts'), overrides)
}

async function putControl(tree: string, { version, architecture }: PackageOptions): Promise<void> {
  const control = join(tree, 'DEBIAN')
  const size = new TextDecoder().decode(await run(['du', '-sk', '--apparent-size', tree])).split('\t')[0]
  put(join(control, 'control'), controlOf(version, architecture, size ?? '0'))
  put(join(control, 'conffiles'), `${settingsPath}\n`)
  for (const [name, text] of Object.entries(scripts)) put(join(control, name), text, 0o755)
  const sums = await run(['sh', '-c', 'find usr etc -type f | sort | xargs md5sum'], { cwd: tree })
  put(join(control, 'md5sums'), sums)
}

const controlOf = (version: string, architecture: string, size: string): string => `Package: whereabouts
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: adduser, libc6 (>= 2.17)
Section: net
Priority: optional
Description: Asset and location tracking in one executable
 Whereabouts stores where every asset of a warehouse is now and where it has
 been. RFID, BLE and barcode readers send their reads over MQTT or HTTP. The
 executable contains the database, the MQTT broker, the REST API and the web
 console.
`

const changelogOf = (
  version: string,
  epoch: number,
): string => `whereabouts (${version}) stable; urgency=medium

  * Release ${version}. The changes are in CHANGELOG.md of the source.

 -- ${maintainer}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}
`

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Whereabouts

Files: *
Copyright: 2026 The Whereabouts authors
License: Apache-2.0
 The full text is in /usr/share/common-licenses/Apache-2.0.
 .
 The licenses of the components in the executable are in
 /usr/share/doc/whereabouts/notices.gz.
`

/** What lintian reports as an error and cannot be otherwise. */
const overrides = `# The program is appended to the executable; strip(1) would remove it.
whereabouts: unstripped-binary-or-object [usr/bin/whereabouts]
# The executable contains its libraries, so that it runs on each Debian and Ubuntu.
whereabouts: embedded-library *
`

/** The scripts of the package. They manage the unit as those of debhelper do. */
const scripts = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd ${serviceUser} >/dev/null; then
    adduser --system --group --quiet --home ${dataDirectory} --no-create-home ${serviceUser}
  fi
  if [ ! -d ${dataDirectory} ]; then
    install -d -o ${serviceUser} -g ${serviceUser} -m 0700 ${dataDirectory}
  fi
  # The settings can contain passwords. A mode that the administrator has set is kept.
  if [ -z "$2" ]; then
    chown root:${serviceUser} ${settingsPath}
    chmod 0640 ${settingsPath}
  fi
  if command -v deb-systemd-helper >/dev/null; then
    deb-systemd-helper unmask ${serviceName} >/dev/null || true
    if deb-systemd-helper --quiet was-enabled ${serviceName}; then
      deb-systemd-helper enable ${serviceName} >/dev/null || true
    fi
    deb-systemd-helper update-state ${serviceName} >/dev/null || true
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    if [ -n "$2" ]; then action=restart; else action=start; fi
    deb-systemd-invoke $action ${serviceName} >/dev/null || true
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ${serviceName} >/dev/null || true
fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
fi
if [ "$1" = purge ] && command -v deb-systemd-helper >/dev/null; then
  deb-systemd-helper purge ${serviceName} >/dev/null || true
fi
# Neither removal nor purge deletes ${dataDirectory}: only the administrator does.
`,
}
