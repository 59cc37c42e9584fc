import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { mosquittoSuffix, newMosquitto, stopMosquittos, withMosquitto } from '../../../support/mosquitto'
import { startProgram, stopPrograms, startFailure } from '../../../support/program'
import {
  later,
  type World,
  openWorld,
  readinessOf,
  listening,
  newReader,
} from '../../../support/external-broker'
import { until } from '../../../support/until'

/** TLS to an external broker. */

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
})

withMosquitto(`mqtts://${mosquittoSuffix}`, () => {
  test(
    'connects only to a broker whose certificate the authority of mqtt_ca has signed',
    async () => {
      const broker = await newMosquitto([
        'allow_anonymous true',
        'certfile DIRECTORY/broker.pem',
        'keyfile DIRECTORY/broker.key',
      ])
      makeCertificates(broker.directory)
      await broker.start()
      const start = (host: string, env: Record<string, string>) =>
        openWorld(broker.port, { env: { WHEREABOUTS_MQTT_URL: `mqtts://${host}:${broker.port}`, ...env } })
      const refused = async ({ program }: World) =>
        until(
          async () =>
            /certificate|altname|self.signed|issuer/i.test((await readinessOf(program)).problems?.[0]),
          'the reason',
        )
      const ca = { WHEREABOUTS_MQTT_CA: join(broker.directory, 'ca.pem') }

      const trusting = await start('127.0.0.1', ca)
      await newReader(trusting.session, trusting.api, 'safe/#')
      await listening(broker, 'safe/#')
      await refused(await start('127.0.0.1', {}))
      await refused(await start('localhost', ca))
    },
    later,
  )

  test.each([
    ['that is there', '/nowhere.pem', 'ENOENT'],
    ['with a certificate', import.meta.path, ''],
  ])('requires a file of mqtt_ca %s', async (_what, path, reason) => {
    const env = { WHEREABOUTS_MQTT_URL: 'mqtts://127.0.0.1', WHEREABOUTS_MQTT_CA: path }
    expect(await startFailure(startProgram({ env }))).toContain(
      `The certificates of mqtt_ca cannot be read: ${reason}`,
    )
  })
})

/** A certificate authority, and a certificate of it for 127.0.0.1 only. */
function makeCertificates(directory: string): void {
  const openssl = (...args: string[]) =>
    expect(Bun.spawnSync(['openssl', ...args], { cwd: directory, stderr: 'ignore' }).exitCode).toBe(0)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Authority of a test')
  const signing = ['-x509', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1']
  openssl('req', ...signing, ...key, '-keyout', 'broker.key', '-out', 'broker.pem', '-subj', '/CN=broker')
}
