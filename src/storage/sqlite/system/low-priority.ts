import { constants, setPriority } from 'node:os'
import { loadLibc } from './libc'

/** Lowers the priority of a process that works in the background, for the processor and the disk. */
export function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  onLinux(({ syscall }) => {
    const number = ioprioSet[process.arch as keyof typeof ioprioSet]
    if (number !== undefined) syscall(number, ofProcess, 0, idleClass << classShift, 0, 0)
  })
}

/** Makes the system end this process when its parent ends. On other systems than Linux, this has no effect. */
export function endWithParent(parent: number): void {
  onLinux(({ prctl }) => prctl(setParentDeathSignal, killSignal, 0, 0, 0))
  // The parent may have ended before.
  if (process.ppid !== parent) process.exit(1)
}

/** The numbers of ioprio_set(2), for which the C library has no function. */
const ioprioSet = { x64: 251, arm64: 30 }
const ofProcess = 1
const idleClass = 3
const classShift = 13
const setParentDeathSignal = 1
const killSignal = 9

const arguments5 = ['i64', 'i64', 'i64', 'i64', 'i64'] as const
const functions = {
  syscall: { args: ['i64', ...arguments5], returns: 'i64' },
  prctl: { args: arguments5, returns: 'i32' },
} as const

type Libc = ReturnType<typeof loadLibc<typeof functions>>

function onLinux(act: (libc: Libc) => void): void {
  if (process.platform === 'linux') act(loadLibc(functions))
}
