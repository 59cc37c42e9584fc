import { bthomeOf } from '../bthome'
import type { DemoAsset } from './asset'

/** Thermo boxes of the demo, whose BLE tags send battery and temperature. One is too warm, and one has a low battery. */

/** Where the boxes are, and the gateway that hears them. */
export const boxPlace = 'PACKING'

export const boxGateway = {
  external_key: 'gateway-packing',
  name: 'Packing gateway',
  kind: 'fixed',
  format: 'minew_g1',
  topic: 'demo/gateway-packing/#',
  // Longer than the time between two messages of the day before.
  presence_timeout_seconds: 900,
}

export const boxCount = 6
const lowBattery = 1
const tooWarm = 3

const hourMillis = 3_600_000
const dayMinutes = 5

export const boxAsset = (index: number): DemoAsset => ({
  name: `Thermo box ${index + 1}`,
  tag: { tag_type: 'ble', value: `C3B0A50000${(index + 1).toString(16).padStart(2, '0').toUpperCase()}` },
  kind: 'box',
  location: boxPlace,
})

/** Returns the messages of the gateway for the day before, one for each hour. */
export function boxDay(boxes: readonly DemoAsset[], now: number): string[] {
  const step = dayMinutes * 60_000
  return Array.from({ length: 24 }, (_, hour) => {
    const begin = now - (24 - hour) * hourMillis
    const times = Array.from({ length: 60 / dayMinutes }, (_item, index) => begin + index * step)
    return messageOf(times.flatMap((at) => boxes.map((box, index) => entryOf(box, index, at, now))))
  })
}

/** Returns the message of the gateway at this moment. @param began when the demo began */
export const boxMessage = (boxes: readonly DemoAsset[], began: number): string => {
  const now = Date.now()
  return messageOf(boxes.map((box, index) => entryOf(box, index, now, began)))
}

const messageOf = (entries: readonly object[]): string =>
  JSON.stringify([{ type: 'Gateway', mac: 'AC233FC00001', timestamp: new Date().toISOString() }, ...entries])

const entryOf = ({ tag: { value } }: DemoAsset, index: number, at: number, began: number) => ({
  timestamp: new Date(at).toISOString(),
  type: 'Unknown',
  mac: value,
  rssi: -55 - ((index * 7 + Math.floor(at / 1000)) % 6),
  rawData: `020106${bthomeOf(batteryOf(index, at, began), temperatureOf(index, at, began))}`,
})

/** A cold pack keeps 2 to 8 °C. That of one box has been melting for three hours. */
function temperatureOf(index: number, at: number, began: number): number {
  const cooled = 4.5 + index * 0.2 + 0.8 * Math.sin((at / hourMillis) * 2 + index)
  const melting = (at - began) / hourMillis + 3
  return index === tooWarm && melting > 0 ? cooled + 14 * (1 - Math.exp(-melting / 2)) : cooled
}

/** A battery loses about a percent in four days. */
function batteryOf(index: number, at: number, began: number): number {
  const days = (at - began) / (24 * hourMillis)
  return (index === lowBattery ? 7 : 96 - index * 6) - days / 4
}
