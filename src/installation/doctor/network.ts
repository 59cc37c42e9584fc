import { readFileSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { reasonOf } from '../../base/errors'
import type { Message } from '../../base/messages'
import { loopbackOf } from '../../base/ports'
import { brokerAuthorities } from '../../settings/certificates'
import type { Settings } from '../../settings/table'
import { tlsDirectory } from '../tls/authority-path'
import { certificateOf } from '../tls/pair'
import { type Finding, ok, problem, warning } from './finding'
import { doctorMessages as say } from './messages'

/** The checks of what is reachable over the network. */

const timeoutMillis = 5000
const dayMillis = 86_400_000
/** The days before its end at which a certificate should have been renewed. */
const renewalDays = 14

interface Port {
  readonly name: string | Message
  readonly host: string
  readonly port: number
}

/** The ports of the settings that are on. Port 0 is not checked, because the service selects another one at each start. */
const portsOf = ({ host, port, mqttHost, mqttPort, mqttsPort, tls }: Settings): Port[] =>
  [
    { name: 'HTTP', host, port },
    { name: 'MQTT', host: mqttHost, port: mqttPort },
    ...(tls === 'off' ? [] : [{ name: say('doctor.mqtt_tls'), host: mqttHost, port: mqttsPort }]),
  ].flatMap(({ port: one, ...each }) => (typeof one === 'number' && one > 0 ? [{ ...each, port: one }] : []))

/** Checks that the ports accept connections while the service runs, and that they are free while it is stopped. */
export async function checkPorts(settings: Settings, isRunning: boolean): Promise<Finding> {
  const ports = portsOf(settings)
  if (ports.length === 0) return ok('ports', say('doctor.no_ports'))
  const results = await Promise.all(
    ports.map(async (each) => ({
      ...each,
      reason: isRunning ? await refusalOfConnection(each) : await refusalOfListening(each),
    })),
  )
  const refused = results.flatMap(({ name, port, reason }) =>
    reason === undefined ? [] : say('doctor.port_refused', { name, port, reason }),
  )
  if (refused.length === 0) {
    const ports = results.map(({ name, port }) => say('doctor.port', { name, port }))
    return ok('ports', say(isRunning ? 'doctor.ports_open' : 'doctor.ports_free', { ports }))
  }
  return isRunning
    ? problem('ports', say('doctor.ports_closed', { ports: refused }), say('doctor.check_firewall'))
    : problem('ports', say('doctor.ports_taken', { ports: refused }), say('doctor.change_port'))
}

const refusalOfConnection = ({ host, port }: Port): Promise<string | Message | undefined> =>
  new Promise((resolve) => {
    const socket = connectTcp({
      host: loopbackOf(host).replace(/^\[|\]$/g, ''),
      port,
      timeout: timeoutMillis,
    })
    const end = (reason?: string | Message) => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end(say('doctor.no_response')))
    socket.once('error', (error) => end(codeOf(error)))
  })

const refusalOfListening = ({ host, port }: Port): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error)))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })

const codeOf = (error: Error): string => (error as { code?: string }).code ?? error.message

/** Checks the end of the certificate that the service presents. */
export function checkCertificate({ tls, tlsCert, dataDir }: Settings, now: Date): Finding {
  if (tls === 'off') return ok('certificate', say('doctor.tls_off'))
  const path = tls === 'files' ? String(tlsCert) : join(tlsDirectory(dataDir), 'server.crt')
  const advice = say(tls === 'files' ? 'doctor.renew_file' : 'doctor.start_to_renew')
  let end: Date
  try {
    end = new Date(certificateOf(readFileSync(path, 'utf8'), path).validTo)
  } catch (error) {
    return problem('certificate', say('doctor.certificate_unusable', { reason: reasonOf(error) }), advice)
  }
  const days = Math.floor((end.getTime() - now.getTime()) / dayMillis)
  if (days < 0) return problem('certificate', say('doctor.certificate_expired', { path }), advice)
  const found = say('doctor.certificate_valid', { path, days })
  return days < renewalDays ? warning('certificate', found, advice) : ok('certificate', found)
}

/** Connects to the external broker with a session of its own, which ends with the connection. */
export async function checkExternalBroker({ mqttUrl, mqttCa }: Settings): Promise<Finding> {
  if (!mqttUrl) return ok('external_broker', say('doctor.no_broker'))
  const { protocol, host, port, username, password } = mqttUrl
  const broker = `${protocol}://${host}:${port}`
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
    return ok('external_broker', say('doctor.broker', { broker }))
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '')
    return problem(
      'external_broker',
      say('doctor.broker_unusable', { broker, reason }),
      say('doctor.check_broker'),
    )
  }
}
