import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clientOf } from '../../../support/client'
import {
  hasMosquitto,
  mosquittoSuffix,
  openNetwork,
  startMosquitto,
  stopMosquittos,
  withMosquitto,
} from '../../../support/mosquitto'
import { newDataDir, startProgram, stopPrograms } from '../../../support/program'
import { newTagged } from '../../../support/records'
import { countersOf } from '../../../support/warehouse'
import {
  later,
  optionsFor,
  openWorld,
  isConnected,
  listening,
  newReader,
  manyReadsOf,
  publish,
  countOf,
  drained,
  newTags,
  placed,
} from '../../../support/external-broker'
import { logged, until } from '../../../support/until'

/** Failures of the service, of its disk and of the network to an external broker. */

/** A separate small disk. Mounting it needs root. */
const disk = newDataDir()

const isMounted =
  hasMosquitto &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).exitCode === 0

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
  if (isMounted) Bun.spawnSync(['umount', disk])
  rmSync(disk, { recursive: true, force: true })
})

withMosquitto(`while the service is down${mosquittoSuffix}`, () => {
  test(
    'messages wait at the broker, and none is missing after its start',
    async () => {
      const broker = await startMosquitto()
      const dataDir = newDataDir()
      const first = await openWorld(broker.port, { dataDir })
      await newReader(first.session, first.api, 'night/#')
      const tags = await newTags(first.api, 'B', 150)
      await listening(broker, 'night/#')
      expect(await first.program.stop()).toBe(0)
      await logged(broker, /Received DISCONNECT from whereabouts-/)

      const publisher = await broker.connect()
      for (const tag of tags) await publish(publisher, 'night/1', tag)
      const program = await startProgram(optionsFor(broker.port, { dataDir }))
      const api = clientOf(program.http, first.api.token)
      await until(async () => (await placed(api)) === tags.length, 'the messages of the night')
      expect(await countersOf(program.http)).toMatchObject({ 'reads.applied': tags.length })
    },
    later,
  )

  test(
    'messages of a deleted reader are dropped and counted',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const dataDir = newDataDir()
      const world = await openWorld(network.port, { dataDir })
      const { id } = await newReader(world.session, world.api, 'gone/#')
      await listening(broker, 'gone/#')
      network.cut()
      await until(async () => !(await isConnected(world.program)), 'the loss of the connection')
      await world.session.delete(`/internal/v1/readers/${id}`)
      await world.program.stop()
      await publish(await broker.connect(), 'gone/1', 'B0')
      network.heal()
      const program = await startProgram(optionsFor(network.port, { dataDir }))
      await until(async () => (await countOf(program, 'messages.unauthorized')) === 1, 'the dropped message')
      network.close()
    },
    later,
  )
})

withMosquitto(`a network${mosquittoSuffix}`, () => {
  test(
    'that is repeatedly cut loses no message and duplicates no read',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const { program, session, api } = await openWorld(network.port)
      await newReader(session, api, 'cut/#')
      const tags = await newTags(api, 'E', 200)
      await listening(broker, 'cut/#')
      const publisher = await broker.connect()
      for (const [index, tag] of tags.entries()) {
        if (index % 60 === 30) network.cut()
        await publish(publisher, 'cut/1', tag)
        if (index % 60 === 30) network.heal()
      }
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      expect(await countOf(program, 'reads.applied')).toBe(tags.length)
      network.close()
    },
    later,
  )

  test(
    'that drops all packets is detected, and messages sent meanwhile arrive',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const { program, session, api } = await openWorld(network.port)
      await newReader(session, api, 'deaf/#')
      const tags = await newTags(api, 'F', 5)
      await listening(broker, 'deaf/#')
      network.swallow()
      const publisher = await broker.connect()
      for (const tag of tags) await publish(publisher, 'deaf/1', tag)
      await until(async () => !(await isConnected(program)), 'the keep-alive', 60)
      network.heal()
      await until(async () => (await placed(api)) === tags.length, 'all messages')
      network.close()
    },
    { timeout: 120_000 },
  )
})

withMosquitto(`the service${mosquittoSuffix}`, () => {
  test(
    'acknowledges messages in progress before it stops, so that none is sent again',
    async () => {
      const broker = await startMosquitto([
        'allow_anonymous true',
        'autosave_on_changes false',
        'autosave_interval 60',
      ])
      const dataDir = newDataDir()
      const { program, session, api } = await openWorld(broker.port, { dataDir })
      await newReader(session, api, 'busy/#')
      await newTagged(api, 'AB')
      await listening(broker, 'busy/#')
      const publisher = await broker.connect()
      const count = 3000
      const publishing = Promise.all(Array.from({ length: count }, () => publish(publisher, 'busy/1', 'AB')))
      await until(async () => (await countOf(program, 'messages.accepted')) > 0, 'the first messages')
      expect(await program.stop()).toBe(0)
      await publishing
      const next = await startProgram(optionsFor(broker.port, { dataDir }))
      await drained(publisher, clientOf(next.http, api.token), 'busy/1')
      expect(await countOf(next, 'reads.applied')).toBeWithin(2, count + 1)
      expect(await countOf(next, 'reads.duplicate')).toBe(0)
    },
    later,
  )

  test.skipIf(!isMounted)(
    `acknowledges nothing while its disk is full, and stores every message once when space is available${isMounted ? '' : ' (skipped: a tmpfs cannot be mounted here)'}`,
    async () => {
      const broker = await startMosquitto()
      const { program, session, api } = await openWorld(broker.port, {
        dataDir: mkdtempSync(join(disk, 'data-')),
      })
      await newReader(session, api, 'full/#')
      await newTagged(api, 'AC')
      await listening(broker, 'full/#')
      const filler = join(disk, 'filler')
      Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k'], { stderr: 'ignore' })
      const publisher = await broker.connect()
      let sent = 0
      while (!program.log().includes('could not be stored')) {
        await publisher.publishAsync('full/1', manyReadsOf('AC', 200), { qos: 1 })
        sent++
      }
      expect((await clientOf(program.http).get('/readyz')).status).toBe(503)
      const connections = () => broker.log().split('New client connected').length
      const soFar = connections()
      await until(() => connections() >= soFar + 2, 'two more attempts to store the messages')
      rmSync(filler)
      await until(async () => (await countOf(program, 'reads.applied')) >= sent * 200, 'all messages')
      await drained(publisher, api, 'full/1')
      expect(await countOf(program, 'reads.applied')).toBe(sent * 200 + 1)
    },
    later,
  )
})
