import type { DemoAsset } from './asset'
import { boxAsset, boxCount } from './boxes'
import { type DemoRead, locations, presenceTimeoutSeconds, visited } from './places'

/** The assets of the demo warehouse, and the reads of the day before it begins. */

const goods = [
  'Blue pallet',
  'Drill press',
  'Tool chest',
  'Roll cage',
  'Forklift battery',
  'Steel coil',
  'Euro pallet',
  'Wire crate',
  'Pump',
  'Cable drum',
  'Barrel',
  'Spare wheel',
  'Gearbox',
]
/** The kinds of assets with an RFID tag. */
type RfidKind = Exclude<DemoAsset['kind'], 'box'>
const counts: readonly [kind: RfidKind, count: number][] = [
  ['moving', 1160 - boxCount],
  ['cold', 60],
  ['lost', 50],
  ['unread', 30],
]

const hourMillis = 3_600_000
const hours = 24
/** How long ago the last read of an asset that is lost was, in hours. */
const lostHours = [6, 20] as const
/** How long ago the reader of the cold store was last heard, in milliseconds. */
const silentMillis = 0.7 * hourMillis

/** The time between two reads of an asset that stays where it is. */
const readMillis = (presenceTimeoutSeconds - 60) * 1000

const between = (from: number, to: number): number => from + Math.random() * (to - from)
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Returns the assets of the demo, and all reads of the last day in the order of their times. */
export function demoDay(now: number): { assets: DemoAsset[]; reads: DemoRead[] } {
  const kinds = counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
  const reads: DemoRead[] = []
  const assets = kinds.map((kind, index): DemoAsset => {
    const epc = `3414257BF4000000${String(index + 1).padStart(8, '0')}`
    const stays = staysOf(kind, now)
    reads.push(...stays.flatMap((stay) => readsOf(epc, stay)))
    return {
      name: `${goods[index % goods.length]} ${index + 1}`,
      tag: { tag_type: 'rfid', value: epc },
      kind,
      location: stays.at(-1)?.location,
    }
  })
  const boxes = Array.from({ length: boxCount }, (_, index) => boxAsset(index))
  return { assets: [...assets, ...boxes], reads: reads.toSorted((one, other) => one.at - other.at) }
}

interface Stay {
  readonly location: string
  readonly from: number
  /** The time of the last read. */
  readonly until: number
}

/** Returns where an asset was during the day. It arrives at a dock. */
function staysOf(kind: RfidKind, now: number): Stay[] {
  if (kind === 'unread') return []
  const end = endOf(kind, now)
  const begin = now - hours * hourMillis
  const times = Array.from({ length: 2 + Math.floor(Math.random() * 3) }, () =>
    between(begin, end - 60_000),
  ).toSorted((one, other) => one - other)
  let location = ''
  return times.map((from, index) => {
    const others = visited.map(({ key }) => key).filter((key) => key !== location)
    const isLast = index === times.length - 1
    if (index === 0) location = oneOf(['DOCK-1', 'DOCK-2'])
    else location = isLast && kind === 'cold' ? coldStore : oneOf(others)
    return { location, from, until: isLast ? end : Math.min(from + 30_000, times[index + 1] as number) }
  })
}

const coldStore = locations.find(({ key }) => key === 'COLD-STORE')?.key as string

function endOf(kind: RfidKind, now: number): number {
  if (kind === 'lost') return now - between(...lostHours) * hourMillis
  return kind === 'cold' ? now - silentMillis : now - 1000
}

/** The reads of an arrival, which passes close to the antenna, those in between, and the last read. */
function readsOf(epc: string, { location, from, until }: Stay): DemoRead[] {
  const later = Math.floor(Math.max(0, until - from - 4000) / readMillis)
  return [
    ...[0, 1000, 2000, 3000].map((after) => ({ epc, location, at: from + after, rssi: -40 })),
    ...Array.from({ length: later }, (_, index) => from + (index + 1) * readMillis).map((at) => ({
      epc,
      location,
      at,
      rssi: -52,
    })),
    { epc, location, at: Math.max(until, from + 4000), rssi: -52 },
  ]
}

/** Returns the reads of each hour, so that those of all readers arrive in about their order. */
export function byHour(reads: readonly DemoRead[]): DemoRead[][] {
  const groups = Map.groupBy(reads, ({ at }) => Math.floor(at / hourMillis))
  return [...groups].toSorted(([one], [other]) => one - other).map(([, group]) => group)
}
