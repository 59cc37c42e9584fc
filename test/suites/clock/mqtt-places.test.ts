import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { hasMosquitto, mosquittoSuffix, startMosquitto, stopMosquittos } from '../../support/mosquitto'
import { newLocation, newTagged } from '../../support/records'
import { clock, day, describeFaked, program, start, until, useClock } from '../../support/wrong-clock'

/** The retained places at an external broker (docs/mqtt-out.md) after a wrong clock was corrected. */

setDefaultTimeout(60_000)
useClock()
afterAll(stopMosquittos)

describeFaked.skipIf(!hasMosquitto)(`a retained place${faketimeSuffix}${mosquittoSuffix}`, () => {
  test('stays that of the asset that has the key, when the history of a deleted asset with this key is set back', async () => {
    const broker = await startMosquitto()
    clock.set(10 * day)
    await start(undefined, {
      WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
      WHEREABOUTS_MQTT_EVENTS: 'on',
      WHEREABOUTS_MQTT_HOME_ASSISTANT: 'on',
    })
    const wrong = await signIn(program)
    const place = await newLocation(wrong, { external_key: 'HALL' })
    const placed = async (value: string) => {
      const asset = await newTagged(wrong, value, { external_key: 'CRATE' })
      await wrong.post('/internal/v1/scans', { location_id: place.id, reads: [{ value }] })
      return asset
    }
    const former = await placed('AE01')
    expect((await wrong.delete(`/api/v1/assets/${former.id}`)).status).toBe(204)
    const present = await placed('AE02')

    const events: { sequence: number; type: string; asset_id: number | null }[] = []
    const client = await broker.connect()
    client.on('message', (_topic, payload) => void events.push(JSON.parse(payload.toString())))
    await client.subscribeAsync('north/events/#', { qos: 1 })
    clock.set(0)
    await until(() => program.log().includes('were moved back'), 'repair')
    const session = await signIn(program)
    // Messages are published in order.
    await newLocation(session)
    await until(() => events.at(-1)?.type === 'location.created', 'the last event')
    expect(
      events.some(({ type, asset_id }) => type === 'asset.move_corrected' && asset_id === former.id),
    ).toBe(true)

    const retained = new Map<string, { asset_id: number; unique_id: string }>()
    const newcomer = await broker.connect()
    newcomer.on('message', (topic, payload) => void retained.set(topic, JSON.parse(payload.toString())))
    await newcomer.subscribeAsync(['north/assets/#', 'homeassistant/#'], { qos: 1 })
    await until(() => retained.size >= 2, 'the retained messages')
    expect(retained.get('north/assets/CRATE/whereabouts')?.asset_id).toBe(present.id)
    expect([...retained.keys()].toSorted()).toEqual([
      `homeassistant/sensor/whereabouts_north_${present.id}/config`,
      'north/assets/CRATE/whereabouts',
    ])
  })
})
