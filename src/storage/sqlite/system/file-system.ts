import { existsSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../../base/errors'

/**
 * File systems of a network or of another program. Their locks, their shared memory and their syncs may not work as SQLite needs
 * (sqlite.org/wal.html, sqlite.org/howtocorrupt.html). The numbers are those of statfs on Linux.
 */
const networkFileSystems: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0xff534d42: 'SMB',
  0xfe534d42: 'SMB',
  0x517b: 'SMB',
  0x01021997: '9p',
  0x65735546: 'FUSE',
  0x786f4256: 'VirtualBox shared folder',
  0xbacbacbc: 'VMware shared folder',
  0x7c7c6673: 'Parallels shared folder',
  0x00c36400: 'Ceph',
  0x0bd00bd0: 'Lustre',
  0x47504653: 'GPFS',
  0x19830326: 'BeeGFS',
  0x5346414f: 'AFS',
  0x6b414653: 'AFS',
  0x73757245: 'Coda',
  0x01161970: 'GFS2',
  0x7461636f: 'OCFS2',
  0xaad7aaea: 'PanFS',
  0x564c: 'NCP',
}

/** Returns the name of the file system with this number of statfs, which may be negative; undefined for a local one. */
export const networkFileSystem = (type: number): string | undefined => networkFileSystems[type >>> 0]

/** Returns the name of the network file system of a directory, or of the one in which it will be created; undefined if it is local. */
export function networkFileSystemOf(directory: string): string | undefined {
  // Other systems number them differently.
  if (process.platform !== 'linux') return undefined
  let existing = resolve(directory)
  while (!existsSync(existing)) existing = dirname(existing)
  return networkFileSystem(statfsSync(existing).type)
}

/**
 * Refuses a directory on a network file system for a new database.
 *
 * @param isAllowed whether the settings accept it
 * @throws StartError
 */
export function requireLocalDisk(directory: string, isAllowed: boolean): void {
  if (isAllowed || existsSync(join(directory, 'whereabouts.db'))) return
  const name = networkFileSystemOf(directory)
  if (name !== undefined)
    throw new StartError(
      `The data directory ${directory} is on a network file system (${name}), where a database can be damaged and lose data. Use a directory of a local disk (data_dir) or PostgreSQL (database_url). To accept the risk, set network_data_dir to on.`,
    )
}

/** The warning about a database on a network file system, as a sentence without its period. */
