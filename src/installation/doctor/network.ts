import { readFileSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { loopbackOf } from '../../base/ports'
import { brokerAuthorities } from '../../settings/certificates'
import type { Settings } from '../../settings/table'
import { tlsDirectory } from '../tls/authority-path'
import { certificateOf } from '../tls/pair'
import { type Finding, ok, problem, warning } from './finding'

/** The checks of what is reachable over the network. */

const timeoutMillis = 5000
const dayMillis = 86_400_000
/** The days before its end at which a certificate should have been renewed. */
const renewalDays = 14

interface Port {
  readonly name: string
  readonly host: string
  readonly port: number
}

/** The ports of the settings that are on. Port 0 is not checked, because the service selects another one at each start. */
const portsOf = ({ host, port, mqttHost, mqttPort, mqttsPort, tls }: Settings): Port[] =>
  [
    { name: 'HTTP', host, port },
    { name: 'MQTT', host: mqttHost, port: mqttPort },
    ...(tls === 'off' ? [] : [{ name: 'MQTT with TLS', host: mqttHost, port: mqttsPort }]),
  ].filter((each): each is Port => typeof each.port === 'number' && each.port > 0)

/** Checks that the ports accept connections while the service runs, and that they are free while it is stopped. */
export async function checkPorts(settings: Settings, isRunning: boolean): Promise<Finding> {
  const ports = portsOf(settings)
  if (ports.length === 0)
    return ok('ports', 'No port is checked, because the service selects free ports at each start.')
  const results = await Promise.all(
    ports.map(async (each) => ({
      ...each,
      refusal: isRunning ? await refusalOfConnection(each) : await refusalOfListening(each),
    })),
  )
  const refused = results.filter(({ refusal }) => refusal !== undefined)
  const describe = ({ name, port }: Port) => `${name} ${port}`
  if (refused.length === 0) {
    const state = isRunning ? 'accept connections' : 'are free'
    return ok('ports', `The ports ${results.map(describe).join(', ')} ${state}.`)
  }
  const reasons = refused.map((each) => `${describe(each)} (${each.refusal})`).join(', ')
  return isRunning
    ? problem(
        'ports',
        `The service runs, but these ports accept no connection: ${reasons}.`,
        'Run the doctor with the flags and variables of the service. Check the firewall of this machine.',
      )
    : problem(
        'ports',
        `The service could not listen on: ${reasons}.`,
        'Stop the program that uses the port, or change the port in the settings.',
      )
}

const refusalOfConnection = ({ host, port }: Port): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connectTcp({
      host: loopbackOf(host).replace(/^\[|\]$/g, ''),
      port,
      timeout: timeoutMillis,
    })
    const end = (reason?: string) => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no response'))
    socket.once('error', (error) => end(reasonOf(error)))
  })

const refusalOfListening = ({ host, port }: Port): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(reasonOf(error)))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })

const reasonOf = (error: Error): string => (error as { code?: string }).code ?? error.message

/** Checks the end of the certificate that the service presents. */
export function checkCertificate({ tls, tlsCert, dataDir }: Settings, now: Date): Finding {
  if (tls === 'off') return ok('certificate', 'TLS is off.')
  const path = tls === 'files' ? String(tlsCert) : join(tlsDirectory(dataDir), 'server.crt')
  const advice =
    tls === 'files'
      ? 'Renew the certificate file. The service loads the new file without a restart.'
      : 'Start the service, which renews its certificate.'
  let end: Date
  try {
    end = new Date(certificateOf(readFileSync(path, 'utf8'), path).validTo)
  } catch (error) {
    return problem('certificate', `The certificate can't be used: ${(error as Error).message}.`, advice)
  }
  const days = Math.floor((end.getTime() - now.getTime()) / dayMillis)
  if (days < 0) return problem('certificate', `The certificate ${path} has expired.`, advice)
  const summary = `The certificate ${path} is valid for ${days} more days.`
  return days < renewalDays ? warning('certificate', summary, advice) : ok('certificate', summary)
}

/** Connects to the external broker with a session of its own, which ends with the connection. */
export async function checkExternalBroker({ mqttUrl, mqttCa }: Settings): Promise<Finding> {
  if (!mqttUrl) return ok('external_broker', 'No external broker is configured.')
  const { protocol, host, port, username, password } = mqttUrl
  const name = `${protocol}://${host}:${port}`
  try {
    const client = await connectAsync({
      protocol,
      host,
      port,
      ...(username && { username }),
      ...(password && { password }),
      ...(protocol === 'mqtts' && { ca: brokerAuthorities(mqttCa) }),
      protocolVersion: 5,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: timeoutMillis,
    })
    await client.endAsync()
    return ok('external_broker', `The broker ${name} accepts the user name and the password.`)
  } catch (error) {
    return problem(
      'external_broker',
      `The broker ${name} can't be used: ${(error as Error).message.replace(/\.$/, '')}.`,
      'Check that the broker runs, and check WHEREABOUTS_MQTT_URL, its user name and its password.',
    )
  }
}
