import { encodeParameter } from '../codec/encode'
import { findAll, numberOf, type Parameter, parameter } from '../codec/values'
import { keepaliveMillis, type LlrpConnection } from './connection'
import type { LlrpDevice } from './device'
import { LinkFault } from './faults'
import { linkMessages } from './messages'

/** The ROSpec of the service: "WA" and a number. Any other is that of another client. */
const ownId = 0x5741_0001

/** What a reader is to do. */
export interface Wanted {
  readonly antennas: readonly { readonly port: number; readonly powerDbm: number | null }[]
  readonly takesOver: boolean
}

const allAntennas = [0]
const rospecActive = 2
const antennaEvent = 8
const readerException = 4
const session = 1
const epcGlobalClass1Gen2 = 1
const whenEnabled = 1
/** A report at each read. */
const everyRead = { ROReportTrigger: 2, N: 1 }

const contents = {
  EnableROSpecID: 0,
  EnableSpecIndex: 0,
  EnableInventoryParameterSpecID: 0,
  EnableAntennaID: 1,
  EnableChannelIndex: 1,
  EnablePeakRSSI: 1,
  EnableFirstSeenTimestamp: 1,
  EnableLastSeenTimestamp: 1,
  EnableTagSeenCount: 1,
  EnableAccessSpecID: 0,
}

/** Returns the index of the greatest power that is not greater than the wanted one, or else of the least. */
export function powerIndexOf(powersDbm: readonly number[], wanted: number): number {
  const entries = powersDbm.map((dbm, index) => ({ dbm, index: index + 1 })).toSorted((a, b) => a.dbm - b.dbm)
  return (entries.findLast(({ dbm }) => dbm <= wanted) ?? entries[0])?.index ?? 1
}

function antennaConfigurationOf(
  { port, powerDbm }: Wanted['antennas'][number],
  { powersDbm, isHopping }: LlrpDevice,
): Parameter {
  const control = parameter('C1G2SingulationControl', {
    Session: session,
    TagPopulation: 32,
    TagTransitTime: 0,
  })
  const command = parameter('C1G2InventoryCommand', { TagInventoryStateAware: 0 }, [control])
  const transmitter =
    powerDbm === null
      ? []
      : [
          parameter('RFTransmitter', {
            HopTableID: Number(isHopping),
            ChannelIndex: Number(!isHopping),
            TransmitPower: powerIndexOf(powersDbm, powerDbm),
          }),
        ]
  return parameter('AntennaConfiguration', { AntennaID: port }, [...transmitter, command])
}

/** Returns the ROSpec that reads at the mapped antennas without a break; at all antennas while none is mapped. */
export function rospecOf({ antennas }: Pick<Wanted, 'antennas'>, device: LlrpDevice): Parameter {
  const present = antennas.filter(({ port }) => port >= 1 && port <= device.antennaCount)
  const used = present.length > 0 ? present : [{ port: 0, powerDbm: null }]
  const inventory = parameter(
    'InventoryParameterSpec',
    { InventoryParameterSpecID: 1, ProtocolID: epcGlobalClass1Gen2 },
    used.map((antenna) => antennaConfigurationOf(antenna, device)),
  )
  const ports = present.length > 0 ? present.map(({ port }) => port) : allAntennas
  return parameter('ROSpec', { ROSpecID: ownId, Priority: 0, CurrentState: 0 }, [
    parameter('ROBoundarySpec', {}, [
      parameter('ROSpecStartTrigger', { ROSpecStartTriggerType: whenEnabled }),
      parameter('ROSpecStopTrigger', { ROSpecStopTriggerType: 0, DurationTriggerValue: 0 }),
    ]),
    parameter('AISpec', { AntennaIDs: ports }, [
      parameter('AISpecStopTrigger', { AISpecStopTriggerType: 0, DurationTrigger: 0 }),
      inventory,
    ]),
    parameter('ROReportSpec', everyRead, [parameter('TagReportContentSelector', contents)]),
  ])
}

/** A reader without a clock could not tell when it made the reads that it held. */
const holds = ({ holdsReports, hasClock }: LlrpDevice): boolean => holdsReports && hasClock

function settingsOf(device: LlrpDevice): Parameter[] {
  const events = [antennaEvent, readerException].map((EventType) =>
    parameter('EventNotificationState', { EventType, NotificationState: 1 }),
  )
  return [
    parameter('ReaderEventNotificationSpec', {}, events),
    parameter('KeepaliveSpec', { KeepaliveTriggerType: 1, PeriodicTriggerValue: keepaliveMillis }),
    ...(device.holdsReports
      ? [parameter('EventsAndReports', { HoldEventsAndReportsUponReconnect: Number(holds(device)) })]
      : []),
  ]
}

const withoutState = (rospec: Parameter): string =>
  encodeParameter({ ...rospec, fields: { ...rospec.fields, CurrentState: 0 } }).toHex()

const isOwn = (rospec: Parameter): boolean => numberOf(rospec, 'ROSpecID') === ownId
const isActive = (rospec: Parameter): boolean => numberOf(rospec, 'CurrentState') === rospecActive

/** Returns the ROSpec of another client that is active; undefined when there is none. */
export async function foreignOf(connection: LlrpConnection): Promise<Parameter | undefined> {
  const found = await connection.request('GET_ROSPECS')
  return findAll(found, 'ROSpec').find((rospec) => !isOwn(rospec) && isActive(rospec))
}

function requirePresent(antennas: Wanted['antennas'], { antennaCount: count }: LlrpDevice): void {
  if (antennas.length > 0 && !antennas.some(({ port }) => port >= 1 && port <= count))
    throw new LinkFault('llrp_refused', linkMessages('llrp.no_antennas', { count }))
}

/** Returns the ROSpecs of a reader. Throws LinkFault if another client uses it, unless it may be taken over. */
async function rospecsOf(connection: LlrpConnection, takesOver: boolean): Promise<readonly Parameter[]> {
  const rospecs = findAll(await connection.request('GET_ROSPECS'), 'ROSpec')
  const active = rospecs.find((rospec) => !isOwn(rospec) && isActive(rospec))
  if (!active || takesOver) return rospecs
  const id = numberOf(active, 'ROSpecID') ?? 0
  throw new LinkFault('llrp_held', linkMessages('llrp.other_rospec', { id }))
}

/**
 * Makes a reader read. What it held is fetched before its ROSpec is replaced, because that would delete the reports. A ROSpec that is
 * as it must be stays, so that it misses nothing. Throws LinkFault.
 */
export async function configure(
  connection: LlrpConnection,
  device: LlrpDevice,
  wanted: Wanted,
): Promise<void> {
  requirePresent(wanted.antennas, device)
  const rospecs = await rospecsOf(connection, wanted.takesOver)
  const others = rospecs.filter((rospec) => !isOwn(rospec))
  await connection.request('SET_READER_CONFIG', { ResetToFactoryDefault: 0 }, settingsOf(device))
  if (holds(device)) {
    connection.send('ENABLE_EVENTS_AND_REPORTS')
    connection.send('GET_REPORT')
  }
  const rospec = rospecOf(wanted, device)
  const own = rospecs.find(isOwn)
  const isKept = own !== undefined && isActive(own) && withoutState(own) === withoutState(rospec)
  const isAlone = others.length === 0 || !wanted.takesOver
  if (isKept && isAlone) return
  if (!isAlone) await connection.request('DELETE_ROSPEC', { ROSpecID: 0 })
  else if (own) await connection.request('DELETE_ROSPEC', { ROSpecID: ownId })
  await begin(connection, rospec)
}

async function begin(connection: LlrpConnection, rospec: Parameter): Promise<void> {
  await connection.request('ADD_ROSPEC', {}, [rospec])
  await connection.request('ENABLE_ROSPEC', { ROSpecID: ownId })
  await start(connection)
}

/** Makes a reader read until `release`. It must not keep reports that nobody will fetch. Throws LinkFault. */
export async function tryOut(
  connection: LlrpConnection,
  device: LlrpDevice,
  antennas: Wanted['antennas'],
): Promise<void> {
  requirePresent(antennas, device)
  const rospecs = await rospecsOf(connection, false)
  if (device.holdsReports) {
    const holding = parameter('EventsAndReports', { HoldEventsAndReportsUponReconnect: 0 })
    await connection.request('SET_READER_CONFIG', { ResetToFactoryDefault: 0 }, [holding])
    connection.send('ENABLE_EVENTS_AND_REPORTS')
  }
  if (rospecs.some(isOwn)) await release(connection)
  await begin(connection, rospecOf({ antennas }, device))
}

/** Some readers do not start by themselves. The others refuse to start what runs. */
async function start(connection: LlrpConnection): Promise<void> {
  try {
    await connection.request('START_ROSPEC', { ROSpecID: ownId })
  } catch (error) {
    if (!(error instanceof LinkFault && error.cause === 'llrp_refused')) throw error
  }
}

/** Stops the reading of a reader that is not used any more. Throws LinkFault. */
export async function release(connection: LlrpConnection): Promise<void> {
  await connection.request('DELETE_ROSPEC', { ROSpecID: ownId })
}
