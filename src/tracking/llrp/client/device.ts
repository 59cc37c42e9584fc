import { find, findAll, type LlrpMessage, numberOf, textOf } from '../codec/values'
import type { LlrpConnection } from './connection'
import { LinkFault } from './faults'

/** What a reader says about itself. */
export interface LlrpDevice {
  readonly manufacturer: string
  readonly model: string
  readonly firmware: string
  readonly antennaCount: number
  readonly powersDbm: readonly number[]
  readonly region: string
  /** Its identification, such as its MAC address, as hex digits; null when it tells none. */
  readonly serial: string | null
  readonly hasClock: boolean
  /** Whether it can keep reports while the service is away. */
  readonly holdsReports: boolean
  readonly isHopping: boolean
}

/** IANA private enterprise numbers. */
const manufacturers: Readonly<Record<number, string>> = {
  161: 'Zebra',
  17996: 'Alien',
  25882: 'Impinj',
  26554: 'ThingMagic',
}

const models: Readonly<Record<string, string>> = {
  '25882.2001001': 'Speedway R220',
  '25882.2001002': 'Speedway R420',
  '25882.2001003': 'xPortal',
  '25882.2001007': 'xArray',
  '25882.2001008': 'xSpan',
  '25882.2001009': 'Speedway R120',
  '25882.2001052': 'R700',
}

/** Values of `CommunicationsStandard`. */
const regions = [
  'unspecified',
  'US FCC Part 15',
  'ETSI EN 302 208',
  'ETSI EN 300 220',
  'Australia LIPD 1 W',
  'Australia LIPD 4 W',
  'Japan ARIB STD-T89',
  'Hong Kong OFTA 1049',
  'Taiwan DGT LP0002',
  'Korea MIC Article 5-2',
]

const textMax = 200

/** Returns a text of a reader as it can be stored. */
const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, textMax)

function deviceOf(capabilities: LlrpMessage, serial: string | null): LlrpDevice {
  const general = find(capabilities, 'GeneralDeviceCapabilities')
  const maker = numberOf(general, 'DeviceManufacturerName') ?? 0
  const model = numberOf(general, 'ModelName') ?? 0
  const regulatory = find(capabilities, 'RegulatoryCapabilities')
  const band = find(capabilities, 'RegulatoryCapabilities', 'UHFBandCapabilities')
  const powers = findAll(band, 'TransmitPowerLevelTableEntry')
  const standard = numberOf(regulatory, 'CommunicationsStandard') ?? 0
  return {
    manufacturer: manufacturers[maker] ?? String(maker),
    model: models[`${maker}.${model}`] ?? String(model),
    firmware: plain(textOf(general, 'ReaderFirmwareVersion') ?? ''),
    antennaCount: numberOf(general, 'MaxNumberOfAntennaSupported') ?? 0,
    powersDbm: powers.map((entry) => (numberOf(entry, 'TransmitPowerValue') ?? 0) / 100),
    region: regions[standard] ?? String(standard),
    serial,
    hasClock: numberOf(general, 'HasUTCClockCapability') === 1,
    holdsReports: numberOf(find(capabilities, 'LLRPCapabilities'), 'SupportsEventAndReportHolding') === 1,
    isHopping: numberOf(band && find(band, 'FrequencyInformation'), 'Hopping') === 1,
  }
}

const identification = 1

/** Asks a reader what it is. Throws LinkFault. */
export async function askDevice(connection: LlrpConnection): Promise<LlrpDevice> {
  const capabilities = await connection.request('GET_READER_CAPABILITIES', { RequestedData: 0 })
  return deviceOf(capabilities, await askSerial(connection))
}

/** Some readers refuse to identify themselves, and work. */
async function askSerial(connection: LlrpConnection): Promise<string | null> {
  const fields = { AntennaID: 0, RequestedData: identification, GPIPortNum: 0, GPOPortNum: 0 }
  try {
    const config = await connection.request('GET_READER_CONFIG', fields)
    return textOf(find(config, 'Identification'), 'ReaderID') || null
  } catch (error) {
    if (error instanceof LinkFault && error.cause === 'llrp_refused') return null
    throw error
  }
}
