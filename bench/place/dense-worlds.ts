import { areaAround, numbered, wandering, type World } from './paths'
import { type Antenna, ble, rfid, type Radio } from './radio'

/** Worlds in which six or more antennas read a tag. */

const roomMeters = 8
const columnOf = (x: number): number => Math.round(x / roomMeters)
/** Each wall between a position and an antenna absorbs 4 dB. */
const walls = (x: number, y: number, antenna: Antenna): number =>
  4 * (Math.abs(columnOf(x) - columnOf(antenna.x)) + Math.abs(columnOf(y) - columnOf(antenna.y)))

const gateways = (
  place: number,
  x: number,
  y: number,
  at: readonly (readonly [number, number])[],
): Antenna[] => at.map(([dx, dy]) => ({ place, x: x + dx, y: y + dy }))

/** Two by two rooms of 8 m with three gateways each. A tag is carried to another room now and then. */
const rooms = numbered(4).map((place) => ({
  place,
  x: roomMeters * (place % 2),
  y: roomMeters * Math.floor(place / 2),
}))
const threeInEach = (
  everySeconds: number,
  seconds: number,
  radio: Partial<Radio> = {},
): Omit<World, 'name'> => ({
  setup: {
    radio: { ...ble, ...radio, attempts: { everySeconds } },
    antennas: rooms.flatMap(({ place, x, y }) =>
      gateways(place, x, y, [
        [-2.5, -2.5],
        [2.5, -2.5],
        [0, 2.5],
      ]),
    ),
    height: 1.5,
    walls,
  },
  tags: 24,
  path: wandering(
    rooms.map(({ place, x, y }) => areaAround(place, x, y, 6, 6)),
    seconds,
    [seconds / 6, seconds / 2],
  ),
})

/** A room with one gateway in its middle, beside one with nine. */
const oneBesideNine: Omit<World, 'name'> = {
  setup: {
    radio: { ...ble, attempts: { everySeconds: 1 } },
    antennas: [
      { place: 0, x: 0, y: 0 },
      ...numbered(9).map((index) => ({
        place: 1,
        x: roomMeters + 2.5 * ((index % 3) - 1),
        y: 2.5 * (Math.floor(index / 3) - 1),
      })),
    ],
    height: 1.5,
    walls,
  },
  tags: 24,
  path: wandering([areaAround(0, 0, 0, 6, 6), areaAround(1, roomMeters, 0, 6, 6)], 1800, [300, 900]),
}

/** Six neighboring racks, 4 m apart, with two antennas each. */
const racksOfTwo: Omit<World, 'name'> = {
  setup: {
    radio: { ...rfid, attempts: { perSecond: 1 } },
    antennas: numbered(6).flatMap((place) =>
      gateways(place, 4 * place, 0, [
        [-0.8, 0],
        [0.8, 0],
      ]),
    ),
    height: 1.5,
  },
  tags: 36,
  path: wandering(
    numbered(6).map((place) => areaAround(place, 4 * place, 1, 2, 1.5)),
    1800,
    [300, 900],
  ),
}

export const denseWorlds: readonly World[] = [
  { name: 'three gateways a room', ...threeInEach(1, 1800) },
  { name: 'the same, every 5 s', ...threeInEach(5, 3600) },
  { name: 'the same, every 30 s', ...threeInEach(30, 7200) },
  { name: 'restless air', ...threeInEach(1, 1800, { slow: 5 }) },
  { name: 'quiet air', ...threeInEach(1, 1800, { fading: 0.5 }) },
  { name: 'one gateway beside nine', ...oneBesideNine },
  { name: 'racks, two antennas', ...racksOfTwo },
]
