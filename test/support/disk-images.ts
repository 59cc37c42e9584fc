import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { DiskCall, LoggedCall } from './disk-log'

/**
 * A disk that loses power: replays the calls of processes on the files of a directory, and writes a possible content of
 * the disk afterwards. Synced data is always there. Other data may be there or not:
 *
 * - content by blocks, of which each is as it was after some of the writes;
 * - names (created, renamed, deleted) separately (`strict`, all that POSIX promises), or in their order and with
 *   every sync, as a journal of ext4 or XFS has them (`ordered`).
 */

export const kinds = ['nothing', 'everything', 'blocks', 'sectors', 'ordered'] as const
export type Kind = (typeof kinds)[number]

type Change =
  | { readonly index: number; readonly at: number; readonly bytes: Buffer }
  | { readonly index: number; readonly size: number }

interface Node {
  readonly isFolder: boolean
  synced: Buffer
  pending: Change[]
  /** Of a folder: calls before this one have their names on the disk. */
  namesUntil: number
}

/** Names that change together. Undefined removes the name. */
interface Renaming {
  readonly index: number
  readonly folder: Node
  readonly names: readonly (readonly [path: string, node: Node | undefined])[]
}

export class Disk {
  readonly #root = newNode(true)
  readonly #names = new Map<string, Node>([['.', this.#root]])
  readonly #positions = new Map<string, number>()
  readonly #history: Renaming[] = []
  #journalledUntil = 0
  #index = 0

  /** The disk begins with the files of a directory, which are all synced. */
  constructor(directory: string) {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const node = newNode(entry.isDirectory())
      if (!node.isFolder) node.synced = readFileSync(path)
      this.#names.set(relative(directory, path), node)
    }
    this.#history.push({ index: 0, folder: this.#root, names: [...this.#names] })
  }

  apply({ call, begun }: LoggedCall): void {
    this.#index++
    switch (call.kind) {
      case 'open':
        return this.#open(call)
      case 'close':
        return
      case 'seek':
        return void this.#positions.set(String(call.file), call.position)
      case 'write':
        return this.#write(call.path, call.file, call.bytes, call.position)
      case 'copy': {
        const from = this.#positions.get(String(call.source)) ?? 0
        const bytes = contentOf(this.#node(call.from), this.#index).subarray(from, from + call.length)
        this.#positions.set(String(call.source), from + call.length)
        return this.#write(call.path, call.file, bytes)
      }
      case 'truncate':
        return void this.#node(call.path).pending.push({ index: this.#index, size: call.size })
      case 'sync':
        return this.#sync(this.#node(call.path), begun)
      case 'mkdir':
        return this.#rename([[call.path, newNode(true)]])
      case 'link':
        return this.#rename([[call.to, this.#node(call.path)]])
      case 'unlink':
        return this.#rename([[call.path, undefined]])
      case 'rename':
        return this.#rename([
          [call.path, undefined],
          [call.to, this.#node(call.path)],
        ])
    }
  }

  #open({ path, file, isEmptied }: Extract<DiskCall, { kind: 'open' }>): void {
    this.#positions.set(String(file), 0)
    const known = this.#names.get(path)
    if (!known) this.#rename([[path, newNode(false)]])
    else if (isEmptied) known.pending.push({ index: this.#index, size: 0 })
  }

  #write(path: string, file: number, bytes: Buffer, position?: number): void {
    const at = position ?? this.#positions.get(String(file)) ?? 0
    if (position === undefined) this.#positions.set(String(file), at + bytes.length)
    this.#node(path).pending.push({ index: this.#index, at, bytes })
  }

  #rename(names: Renaming['names']): void {
    const folder = this.#node(dirname(names[0]?.[0] as string))
    for (const [path, node] of names) {
      if (node) this.#names.set(path, node)
      else this.#names.delete(path)
    }
    this.#history.push({ index: this.#index, folder, names })
  }

  /** Calls that had returned before the sync began. */
  #sync(node: Node, begun: number): void {
    this.#journalledUntil = Math.max(this.#journalledUntil, begun)
    if (node.isFolder) node.namesUntil = Math.max(node.namesUntil, begun)
    else {
      node.synced = contentOf(node, begun)
      node.pending = node.pending.filter(({ index }) => index > begun)
    }
  }

  #node(path: string): Node {
    const node = this.#names.get(path)
    if (!node) throw new Error(`There is no ${path}.`)
    return node
  }

  /** Writes the files in a possible state after a power cut at this moment. Returns an id of the state. */
  write(target: string, kind: Kind, random: () => number): string {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target)
    const hash = new Bun.CryptoHasher('sha256')
    const contents = new Map<Node, Buffer>()
    const names = [...this.#namesAfter(kind, random)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const folders = new Set(['.'])
    for (const [path, node] of names) {
      // A folder that is lost takes what it has with it.
      if (path === '.' || !folders.has(dirname(path))) continue
      hash.update(`${path}\n`)
      if (node.isFolder) {
        folders.add(path)
        mkdirSync(join(target, path), { mode: 0o700 })
      } else {
        const content = contents.get(node) ?? contentAfter(node, kind, random)
        contents.set(node, content)
        hash.update(content)
        writeFileSync(join(target, path), content)
        chmodSync(join(target, path), 0o600)
      }
    }
    return hash.digest('hex')
  }

  #namesAfter(kind: Kind, random: () => number): Map<string, Node> {
    const unsynced = this.#history.filter(({ index }) => index > this.#journalledUntil)
    const journalled = this.#history.length - Math.floor(random() * (unsynced.length + 1))
    const isThere = ({ index, folder }: Renaming, order: number): boolean => {
      if (kind === 'ordered') return order < journalled
      if (kind === 'everything' || index <= folder.namesUntil) return true
      return kind !== 'nothing' && random() < 0.5
    }
    const names = new Map([['.', this.#root]])
    for (const [path, node] of this.#history.filter(isThere).flatMap((renaming) => renaming.names)) {
      if (node) names.set(path, node)
      else names.delete(path)
    }
    return names
  }
}

const newNode = (isFolder: boolean): Node => ({
  isFolder,
  synced: Buffer.alloc(0),
  pending: [],
  namesUntil: 0,
})

/** After the calls up to this one. */
function contentOf({ synced, pending }: Node, until: number): Buffer {
  return applied(synced, pending, 1 << 30, () => pending.filter(({ index }) => index <= until).length)
}

function contentAfter(node: Node, kind: Kind, random: () => number): Buffer {
  const count = node.pending.length
  if (count === 0 || kind === 'nothing') return node.synced
  if (kind === 'everything') return contentOf(node, Infinity)
  const some = () => {
    const draw = random()
    return draw < 0.3 ? 0 : draw > 0.7 ? count : Math.floor(random() * (count + 1))
  }
  return applied(node.synced, node.pending, kind === 'sectors' ? 512 : 4096, some)
}

/** Each block after as many of the changes as `howMany` returns for it, and the size after as many as for a block. */
function applied(
  synced: Buffer,
  changes: readonly Change[],
  blockBytes: number,
  howMany: () => number,
): Buffer {
  const sizes = [synced.length]
  for (const change of changes)
    sizes.push(
      'size' in change ? change.size : Math.max(sizes.at(-1) as number, change.at + change.bytes.length),
    )
  const bytes = Buffer.alloc(Math.max(...sizes))
  synced.copy(bytes)
  const limits = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, howMany)
  for (const [order, change] of changes.entries()) {
    const from = 'size' in change ? change.size : change.at
    const end = 'size' in change ? bytes.length : from + change.bytes.length
    for (let at = from; at < end;) {
      const block = Math.floor(at / blockBytes)
      const next = Math.min((block + 1) * blockBytes, end)
      if (order < (limits[block] as number)) {
        if ('size' in change) bytes.fill(0, at, next)
        else change.bytes.copy(bytes, at, at - from, next - from)
      }
      at = next
    }
  }
  return bytes.subarray(0, sizes[howMany()] as number)
}
