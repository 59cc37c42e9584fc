import { ptr } from 'bun:ffi'
import { loadLibc } from '../storage/sqlite/system/libc'

/**
 * Messages to systemd (sd_notify(3)): the state of the service, and keep-alive messages for the watchdog. Bun has no datagram
 * sockets of the file system, so they are sent with the C library.
 */
interface ServiceManager {
  /** Reports that the service is ready, and starts the keep-alive messages. */
  ready(status: string): void
  /** Reports that the service is stopping. The keep-alive messages continue until the process ends. */
  stopping(): void
}

const none: ServiceManager = { ready() {}, stopping() {} }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Connects to the service manager that the environment names. Without one, or when it cannot be reached, the messages are
 * dropped; `failed` is then called once with the reason.
 */
export function connectServiceManager(env: Environment, failed: (error: unknown) => void): ServiceManager {
  const { NOTIFY_SOCKET: path } = env
  if (process.platform !== 'linux' || path === undefined || path === '') return none
  let send: (message: string) => void
  try {
    send = senderTo(path)
  } catch (error) {
    failed(error)
    return none
  }
  let hasFailed = false
  const notify = (message: string): void => {
    try {
      send(message)
    } catch (error) {
      if (!hasFailed) failed(error)
      hasFailed = true
    }
  }
  return {
    ready(status) {
      notify(`READY=1\nSTATUS=${status}`)
      const millis = watchdogMillis(env)
      // The timer runs on the serving thread, so a thread that hangs sends nothing.
      if (millis !== undefined) setInterval(() => notify('WATCHDOG=1'), millis / 2).unref()
    },
    stopping: () => notify('STOPPING=1'),
  }
}

/** Returns the time after which the manager ends a process that sends no keep-alive message; undefined if it does not watch this one. */
function watchdogMillis({ WATCHDOG_USEC: micros, WATCHDOG_PID: pid }: Environment): number | undefined {
  if (micros === undefined || (pid !== undefined && Number(pid) !== process.pid)) return undefined
  const millis = Number(micros) / 1000
  return millis > 0 ? millis : undefined
}

const unixFamily = 1
const datagram = 2
const closeOnExec = 0o2000000
const withoutWaiting = 0x40
const pathLengthMax = 107

/** Returns a function that sends a datagram to a socket. A path that begins with `@` is an abstract address (unix(7)). */
function senderTo(path: string): (message: string) => void {
  if (!/^[/@]./.test(path)) throw new Error(`NOTIFY_SOCKET is ${path}, but must begin with / or @.`)
  const name = Buffer.from(path)
  if (name.length > pathLengthMax) throw new Error(`NOTIFY_SOCKET has more than ${pathLengthMax} bytes.`)
  const isAbstract = name[0] === 0x40
  if (isAbstract) name[0] = 0
  // The name of an abstract address ends with the address, any other with a zero byte.
  const address = new Uint8Array(2 + name.length + (isAbstract ? 0 : 1))
  new DataView(address.buffer).setUint16(0, unixFamily, true)
  address.set(name, 2)

  const { socket, sendto } = loadLibc({
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'usize', 'i32', 'ptr', 'u32'], returns: 'i64' },
  })
  const descriptor = socket(unixFamily, datagram | closeOnExec, 0)
  if (descriptor < 0) throw new Error('The system has no socket for messages to the service manager.')
  return (message) => {
    const bytes = Buffer.from(message)
    const sent = sendto(descriptor, ptr(bytes), bytes.length, withoutWaiting, ptr(address), address.length)
    if (Number(sent) !== bytes.length) throw new Error(`The service manager at ${path} cannot be reached.`)
  }
}
