import { StartError } from './errors'

/** An address to listen on. */
interface Place {
  /** The protocol in sentences. */
  readonly what: 'HTTP' | 'MQTT'
  readonly host: string
  readonly port: number
  /** The flag that sets the port. */
  readonly flag: string
}

/** Returns the error that explains why listening on a port failed. */
export function portError(error: unknown, { what, host, port, flag }: Place): StartError {
  const code = (error as { code?: string }).code
  if (code === 'EADDRINUSE')
    return new StartError(`The ${what} port ${port} on ${host} is in use. Choose another port with ${flag}.`)
  if (code === 'EACCES')
    return new StartError(
      `This user may not listen on the ${what} port ${port}. Choose a port above 1023 with ${flag}.`,
    )
  return new StartError(
    `${what} can't listen on ${host}:${port}: ${(error as Error).message}. Check ${flag.replace('port', 'host').replace('mqtts', 'mqtt')} and ${flag}.`,
  )
}

/** Returns the host by which clients on this machine reach a port that listens on `host`. */
export const loopbackOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
