import { denseWorlds } from './dense-worlds'
import { anyOf, areaAround, numbered, parked, pointIn, wandering, type World } from './paths'
import { type Antenna, ble, rfid, simulate } from './radio'
import { randomOf } from './random'
import type { Run } from './score'

/** The simulated worlds. */

/** The runs of a world. A smaller share of the tags takes less time. */
export const runsOf = ({ name, setup, tags, path }: World, seed: number, share: number): Run[] =>
  Array.from({ length: Math.max(1, Math.round(tags * share)) }, (_, tag) => {
    const random = randomOf(`${seed}/${name}/${tag}`)
    return simulate(setup, path(random), random)
  })

/** Six neighboring racks, 4 m apart, each with an antenna above. A tag is moved about every ten minutes. */
const racks: Omit<World, 'name'> = {
  setup: {
    radio: { ...rfid, attempts: { perSecond: 1 } },
    antennas: numbered(6).map((place) => ({ place, x: 4 * place, y: 0 })),
    height: 1.5,
  },
  tags: 36,
  path: wandering(
    numbered(6).map((place) => areaAround(place, 4 * place, 1, 2, 1.5)),
    1800,
    [300, 900],
  ),
}

const staging = 9
const doors: readonly Antenna[] = numbered(3).map((place) => ({ place, x: 4 * place, y: 0 }))

/**
 * Three doors, 4 m apart, with antennas at their sides, and a staging area 8 m behind them with two antennas. A tag rests
 * in the staging area and is carried through a door. From 1.5 m before the door on, the door is its true place. It is
 * carried away to 16 m behind the door, where the wall between the doors absorbs 10 dB. In a metal truck, it is not read
 * from 2 m behind the door on.
 */
const doorsAt = (
  speed: readonly [number, number],
  perSecond: number,
  isTruck = false,
): Omit<World, 'name'> => ({
  setup: {
    radio: { ...rfid, attempts: { perSecond } },
    antennas: [...doors, { place: staging, x: 2, y: 8 }, { place: staging, x: 6, y: 8 }],
    height: 1.2,
    walls: (x, y, antenna) => {
      if (isTruck && y < -2) return 30
      return y < 0 && Math.abs(x - antenna.x) > 1 ? 10 : 0
    },
  },
  tags: 72,
  path: (random) => {
    const rest = pointIn(areaAround(staging, 4, 8, 7, 2), random)
    const door = anyOf(doors, random)
    const metersPerSecond = random.between(...speed)
    const leavesAt = random.between(60, 180)
    const before = { x: door.x, y: 1.5 }
    const behind = { x: door.x, y: -16 }
    const arrivesAt = leavesAt + Math.hypot(rest.x - before.x, rest.y - before.y) / metersPerSecond
    const goneAt = arrivesAt + (before.y - behind.y) / metersPerSecond
    return [
      { at: 0, ...rest, place: staging },
      { at: leavesAt, ...rest, place: null },
      { at: arrivesAt, ...before, place: door.place },
      { at: goneAt, ...behind, place: door.place },
      { at: goneAt + 60, ...behind, place: door.place },
    ]
  },
})

/** Two by two rooms of 8 m with a gateway in the middle of each. A wall absorbs 4 dB. */
const rooms = numbered(4).map((place) => ({ place, x: 8 * (place % 2), y: 8 * Math.floor(place / 2) }))
const wallsOfRooms = (x: number, y: number, antenna: Antenna): number => {
  const crossed = [x - antenna.x, y - antenna.y].filter((distance) => Math.abs(distance) > 4)
  return 4 * crossed.length
}
const hallAt = (everySeconds: number, seconds: number): Omit<World, 'name'> => ({
  setup: { radio: { ...ble, attempts: { everySeconds } }, antennas: rooms, height: 1.5, walls: wallsOfRooms },
  tags: 24,
  path: wandering(
    rooms.map(({ place, x, y }) => areaAround(place, x, y, 6, 6)),
    seconds,
    [seconds / 6, seconds / 2],
  ),
})

/** Its own antenna reads a tag every four seconds. An antenna behind a wall reads it now and then. */
const stray: Omit<World, 'name'> = {
  isParked: true,
  setup: {
    radio: { ...rfid, attempts: { perSecond: 0.25 } },
    antennas: [
      { place: 0, x: 0, y: 0 },
      { place: 1, x: 6.5, y: 0 },
    ],
    height: 1.5,
    walls: (x, _y, antenna) => (x < 4 === antenna.x < 4 ? 0 : 6),
  },
  tags: 36,
  path: parked(areaAround(0, 1.5, 0, 2, 2), 1800),
}

/** Two gateways, 10 m apart. The mean levels of a tag differ by 5 dB, which includes its shadowing. */
const between: Omit<World, 'name'> = {
  isParked: true,
  setup: {
    radio: { ...ble, shadowing: 0, attempts: { everySeconds: 1 } },
    antennas: [
      { place: 0, x: 0, y: 0 },
      { place: 1, x: 10, y: 0 },
    ],
    height: 0,
  },
  tags: 24,
  path: parked(areaAround(0, 3.72, 0, 0, 0), 3600),
}

/** An aisle with an antenna at each end is one place. The antenna of another place is between the two in distance. */
const twoAntennas: Omit<World, 'name'> = {
  isParked: true,
  setup: {
    radio: { ...rfid, attempts: { perSecond: 1 } },
    antennas: [
      { place: 0, x: 0, y: 0 },
      { place: 0, x: 5, y: 0 },
      { place: 1, x: 0, y: 4 },
    ],
    height: 1.5,
  },
  tags: 24,
  path: parked(areaAround(0, 0.3, 0.3, 1, 1), 1800),
}

/** Without RSSI, only the number of reads tells places apart, so the antennas have less power: their range is 3 m. */
const withoutRssi = (world: Omit<World, 'name'>): Omit<World, 'name'> => ({
  ...world,
  setup: { ...world.setup, radio: { ...world.setup.radio, floor: -60 }, hasRssi: false },
})

export const worlds: readonly World[] = [
  { name: 'racks', ...racks },
  { name: 'racks, no RSSI', ...withoutRssi(racks) },
  { name: 'doors, 1 to 1.5 m/s', ...doorsAt([1, 1.5], 4) },
  { name: 'doors, no RSSI', ...withoutRssi(doorsAt([1, 1.5], 4)) },
  { name: 'busy doors, 2.5 m/s', ...doorsAt([2.5, 2.5], 1.2) },
  { name: 'busy doors to trucks', ...doorsAt([2.5, 2.5], 1.2, true) },
  { name: 'BLE every second', ...hallAt(1, 1800) },
  { name: 'BLE every 30 s', ...hallAt(30, 7200) },
  { name: 'stray antenna', ...stray },
  { name: 'between two gateways', ...between },
  { name: 'two antennas of a place', ...twoAntennas },
  { name: 'the same, no RSSI', ...withoutRssi(twoAntennas) },
  ...denseWorlds,
]
