import { afterAll, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { freePort } from '../../../../scripts/free-port'
import { clientOf } from '../../../support/client'
import {
  mosquittoSuffix,
  newMosquitto,
  openNetwork,
  startMosquitto,
  stopMosquittos,
  withMosquitto,
} from '../../../support/mosquitto'
import { stopPrograms } from '../../../support/program'
import {
  later,
  openWorld,
  readinessOf,
  connected,
  listening,
  newReader,
  publish,
  newTags,
  placed,
} from '../../../support/external-broker'
import { until } from '../../../support/until'

/** An external broker that stops, is killed, or is misconfigured. */

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
})

withMosquitto(`a broker${mosquittoSuffix}`, () => {
  test.each(['stop', 'kill'] as const)(
    'that stops (%s) and restarts is connected again, and no acknowledged and saved message is lost',
    async (way) => {
      const broker = await startMosquitto()
      const { program, session, api } = await openWorld(broker.port)
      await newReader(session, api, 'back/#')
      const tags = await newTags(api, 'C', 20)
      await listening(broker, 'back/#')
      for (const [index, tag] of tags.entries()) {
        if (index === 10) {
          await broker[way]()
          await until(
            async () => (await readinessOf(program)).status === 'degraded',
            'the loss of the broker',
          )
          await broker.start()
        }
        const publisher = await broker.connect()
        await publish(publisher, 'back/1', tag)
        await publisher.endAsync()
      }
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      expect((await readinessOf(program)).status).toBe('ready')
    },
    later,
  )

  test(
    'that is unreachable or rejects the password delays nothing, and is connected when it is available',
    async () => {
      const port = await freePort()
      const url = `mqtt://north:s3cret%40word@127.0.0.1:${port}`
      const { program, session, api } = await openWorld(port, { env: { WHEREABOUTS_MQTT_URL: url } })
      await newReader(session, api, 'wait/#')
      const ready = await clientOf(program.http).get('/readyz')
      expect([ready.status, ready.body.status]).toEqual([200, 'degraded'])
      expect(ready.body.problems[0]).toStartWith(
        `The external MQTT broker mqtt://127.0.0.1:${port} is not connected`,
      )

      const wrong = await newMosquitto(['password_file DIRECTORY/passwords', 'allow_anonymous false'])
      const setPassword = (password: string, ...flags: string[]) =>
        expect(
          Bun.spawnSync([
            'mosquitto_passwd',
            '-b',
            ...flags,
            `${wrong.directory}/passwords`,
            'north',
            password,
          ]).exitCode,
        ).toBe(0)
      setPassword('another', '-c')
      await wrong.start()
      const network = await openNetwork(wrong.port, port)
      await until(
        async () => /Not authorized|Bad User/i.test(JSON.stringify(await readinessOf(program))),
        'the refusal',
      )
      setPassword('s3cret@word')
      await wrong.stop()
      await wrong.start()
      await connected(program)

      const log = program.log()
      for (const secret of ['s3cret', 'word@127']) expect(log).not.toContain(secret)
      expect(log).toContain(`mqtt://127.0.0.1:${port}`)
      network.close()
    },
    later,
  )

  test(
    'that accepts a connection and sends nothing is disconnected and tried again',
    async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.on('error', () => {})
      })
      const port = await freePort()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const { program } = await openWorld(port)
      await until(() => connections === 2, 'the second connection')
      expect((await readinessOf(program)).problems[0]).toEndWith(
        'is not connected (the broker did not respond in time)',
      )
      server.close()
    },
    later,
  )

  test(
    'that reports a takeover by another client is not contacted for a while, and the log has the reason',
    async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.on('error', () => {})
        // CONNACK; DISCONNECT: the session is taken over.
        socket.once('data', () => socket.write(Buffer.of(0x20, 3, 0, 0, 0, 0xe0, 2, 0x8e, 0)))
      })
      const port = await freePort()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const { program } = await openWorld(port)
      await until(() => program.log().includes('uses the same client id'), 'the line in the log')
      expect(connections).toBe(1)
      server.close()
    },
    later,
  )
})
