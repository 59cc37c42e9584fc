import { afterAll, describe, expect, test } from 'bun:test'
import { apiClient, mintKey, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** The client of mosquitto at the built-in broker (docs/mqtt-out.md). */

const mosquittoSub = Bun.which('mosquitto_sub')
const suffix = mosquittoSub === null ? ' (skipped: mosquitto_sub is not installed)' : ''

afterAll(stopPrograms)

describe.skipIf(mosquittoSub === null)(`mosquitto_sub${suffix}`, () => {
  test.each(['mqttv311', 'mqttv5'])(
    'with %s receives events and places',
    async (version) => {
      const program = await startProgram()
      const session = await signIn(program)
      const api = await apiClient(program, session)
      const key = await mintKey(session, ['tracking:read'])
      const hall = await newLocation(api, { external_key: 'HALL' })
      await newTagged(api, 'AB01', { external_key: 'CRATE' })
      await scan(session, hall.id, 'AB01', secondsAgo(60))
      const { port } = new URL(program.mqtt as string)
      const topics = ['north/events/asset.moved', 'north/assets/+/whereabouts'].flatMap((topic) => [
        '-t',
        topic,
      ])
      const login = ['-u', key.client_id, '-P', key.client_secret]
      const client = Bun.spawn(
        [mosquittoSub as string, '-p', port, ...login, '-V', version, '-q', '1', '-F', '%r %t', ...topics],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      let output = ''
      void (async () => {
        for await (const chunk of client.stdout) output += new TextDecoder().decode(chunk)
      })()
      await until(() => output.includes('1 north/assets/CRATE/whereabouts'), 'the present place')
      const dock = await newLocation(api, { external_key: 'DOCK' })
      await scan(session, dock.id, 'AB01', secondsAgo(30))
      await until(() => output.includes('0 north/assets/CRATE/whereabouts'), 'the new place')
      expect(output).toContain('0 north/events/asset.moved')
      client.kill()
      await client.exited
    },
    60_000,
  )
})
