import { readFileSync } from 'node:fs'

/** The calls of processes on the files of a directory, as strace recorded them: every write with its bytes. */

export type DiskCall =
  | { readonly kind: 'open'; readonly path: string; readonly file: number; readonly isEmptied: boolean }
  | { readonly kind: 'close'; readonly file: number }
  | { readonly kind: 'seek'; readonly file: number; readonly position: number }
  /** Without a position: at the position of the descriptor. */
  | {
      readonly kind: 'write'
      readonly path: string
      readonly file: number
      readonly bytes: Buffer
      readonly position?: number
    }
  | {
      readonly kind: 'copy'
      readonly path: string
      readonly file: number
      readonly from: string
      readonly source: number
      readonly length: number
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink' | 'mkdir'; readonly path: string }

/** A call that has returned. */
export interface LoggedCall {
  readonly call: DiskCall
  /** When it returned, at the latest: in milliseconds since 1970. */
  readonly at: number
  /** The number of calls that had returned when it began: a sync is certain to include these. */
  readonly begun: number
}

const traced = [
  'openat',
  'close',
  'lseek',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'copy_file_range',
  'sendfile',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
  'unlinkat',
  'link',
  'linkat',
  'mkdir',
  'mkdirat',
  'fallocate',
  'sync_file_range',
]

/** A command that runs the command after it as the same process, and writes its calls to `log`. */
export const traceCommand = (strace: string, log: string): string[] => [
  strace,
  '-D',
  '-f',
  '-q',
  '--seccomp-bpf',
  '-y',
  '-xx',
  '-ttt',
  '-s',
  '4194304',
  '-e',
  `trace=${traced.join()}`,
  '-o',
  log,
]

/** Waits until strace has written the end of the process. */
export async function logIsComplete(log: string, pid: number): Promise<void> {
  const end = new RegExp(`^${pid} .*\\+\\+\\+ (exited|killed)`, 'm')
  while (!end.test(readFileSync(log, 'latin1').slice(-10_000))) await Bun.sleep(20)
}

/** The calls that concern files under `root`, in the order in which they returned. Paths are relative to it. */
export function readDiskLog(log: string, root: string): LoggedCall[] {
  const started = new Map<string, { readonly text: string; readonly begun: number }>()
  const calls: LoggedCall[] = []
  for (const line of readFileSync(log, 'latin1').split('\n')) {
    const [, pid, time, rest] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? []
    if (pid === undefined || rest === undefined) continue
    if (rest.endsWith('<unfinished ...>')) {
      started.set(pid, { text: rest.slice(0, -'<unfinished ...>'.length).trimEnd(), begun: calls.length })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)
    const start = resumed ? started.get(pid) : { text: '', begun: calls.length }
    if (!start) continue
    const text = start.text + rest.slice(resumed?.[0].length ?? 0)
    const call = parse(text, root)
    if (call) calls.push({ call, at: Number(time) * 1000, begun: start.begun })
  }
  return calls
}

function parse(text: string, root: string): DiskCall | undefined {
  const [, name, body, result, opened] = /^(\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?/.exec(text) ?? []
  if (name === undefined || body === undefined || Number(result) < 0) return undefined
  const inside = (path: string | undefined) => relative(path, root)
  const files = [...body.matchAll(/(?<![\w])(\d+)<([^>]*)>/g)].map(([, number, path]) => ({
    file: Number(number),
    path: inside(decode(path as string).toString()),
  }))
  const strings = [...body.matchAll(/"([^"]*)"/g)].map(([, string]) => decode(string as string))
  const paths = strings.map((bytes) => inside(bytes.toString()))
  const numbers = body.split(', ').map(Number)
  const [first, second] = files
  switch (name) {
    case 'openat': {
      const path = opened === undefined ? undefined : inside(decode(opened).toString())
      if (path === undefined) return undefined
      return { kind: 'open', path, file: Number(result), isEmptied: body.includes('O_TRUNC') }
    }
    case 'close':
      return first?.path === undefined ? undefined : { kind: 'close', file: first.file }
    case 'lseek':
      return first?.path === undefined
        ? undefined
        : { kind: 'seek', file: first.file, position: Number(result) }
    case 'write':
    case 'writev':
    case 'pwrite64':
    case 'pwritev': {
      if (first?.path === undefined) return undefined
      const bytes = Buffer.concat(strings).subarray(0, Number(result))
      if (bytes.length !== Number(result)) throw new Error(`strace has cut off a ${name} of ${result} bytes.`)
      const written = { kind: 'write', path: first.path, file: first.file, bytes } as const
      return name.startsWith('p') ? { ...written, position: numbers.at(-1) as number } : written
    }
    case 'copy_file_range':
    case 'sendfile': {
      const [source, target] = name === 'sendfile' ? [second, first] : [first, second]
      if (source?.path === undefined || target?.path === undefined) return undefined
      return {
        kind: 'copy',
        path: target.path,
        file: target.file,
        from: source.path,
        source: source.file,
        length: Number(result),
      }
    }
    case 'ftruncate':
      return first?.path === undefined
        ? undefined
        : { kind: 'truncate', path: first.path, size: numbers.at(-1) as number }
    case 'fsync':
    case 'fdatasync':
      return first?.path === undefined ? undefined : { kind: 'sync', path: first.path }
    case 'unlink':
    case 'unlinkat':
      return paths[0] === undefined ? undefined : { kind: 'unlink', path: paths[0] }
    case 'mkdir':
    case 'mkdirat':
      return paths[0] === undefined ? undefined : { kind: 'mkdir', path: paths[0] }
    default: {
      const [path, to] = paths
      if (path === undefined && to === undefined && first?.path === undefined) return undefined
      if (path === undefined || to === undefined)
        throw new Error(`${name} is not understood: ${text.slice(0, 200)}`)
      return { kind: name.startsWith('link') ? 'link' : 'rename', path, to }
    }
  }
}

/** `.` for the root itself; undefined for a path elsewhere and for a file that has no name any more. */
function relative(path: string | undefined, root: string): string | undefined {
  if (path === root) return '.'
  return path?.startsWith(`${root}/`) && !path.includes('(deleted)') ? path.slice(root.length + 1) : undefined
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
