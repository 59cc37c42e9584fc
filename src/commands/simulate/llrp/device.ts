import type { LlrpMessage, Parameter } from '../../../tracking/llrp/codec/values'
import { parameter } from '../../../tracking/llrp/codec/values'

/** What a simulated reader says about itself. */
export interface SimulatedDevice {
  readonly antennas: number
  /** The IANA enterprise number of the manufacturer. */
  readonly manufacturer: number
  readonly model: number
  readonly firmware: string
  /** Its MAC address as hex digits, in EUI-64 form. */
  readonly serial: string
  /** Without a clock, times are those since the start of the reader. */
  readonly hasClock: boolean
  readonly holdsReports: boolean
  readonly powersDbm: readonly number[]
}

export const defaultDevice: SimulatedDevice = {
  antennas: 4,
  manufacturer: 25_882,
  model: 2_001_002,
  firmware: '7.6.0',
  serial: '001625fffe120001',
  hasClock: true,
  holdsReports: true,
  powersDbm: Array.from({ length: 83 }, (_, index) => 10 + index * 0.25),
}

export const statusOf = (code: number, description = ''): Parameter =>
  parameter('LLRPStatus', { StatusCode: code, ErrorDescription: description })

const etsi = 2
const unitedKingdom = 826

export function capabilitiesOf(device: SimulatedDevice): readonly Parameter[] {
  const { antennas, manufacturer, model, firmware, hasClock, holdsReports, powersDbm } = device
  const ports = Array.from({ length: antennas }, (_, index) => index + 1)
  const general = parameter(
    'GeneralDeviceCapabilities',
    {
      MaxNumberOfAntennaSupported: antennas,
      CanSetAntennaProperties: 0,
      HasUTCClockCapability: Number(hasClock),
      DeviceManufacturerName: manufacturer,
      ModelName: model,
      ReaderFirmwareVersion: firmware,
    },
    [
      parameter('ReceiveSensitivityTableEntry', { Index: 1, ReceiveSensitivityValue: 0 }),
      parameter('GPIOCapabilities', { NumGPIs: 0, NumGPOs: 0 }),
      ...ports.map((port) => parameter('PerAntennaAirProtocol', { AntennaID: port, ProtocolID: '01' })),
    ],
  )
  const limits = parameter('LLRPCapabilities', {
    CanDoRFSurvey: 0,
    CanReportBufferFillWarning: 1,
    SupportsClientRequestOpSpec: 0,
    CanDoTagInventoryStateAwareSingulation: 0,
    SupportsEventAndReportHolding: Number(holdsReports),
    MaxNumPriorityLevelsSupported: 1,
    ClientRequestOpSpecTimeout: 0,
    MaxNumROSpecs: 1,
    MaxNumSpecsPerROSpec: 32,
    MaxNumInventoryParameterSpecsPerAISpec: 1,
    MaxNumAccessSpecs: 1508,
    MaxNumOpSpecsPerAccessSpec: 8,
  })
  const band = parameter('UHFBandCapabilities', {}, [
    ...powersDbm.map((dbm, index) =>
      parameter('TransmitPowerLevelTableEntry', {
        Index: index + 1,
        TransmitPowerValue: Math.round(dbm * 100),
      }),
    ),
    parameter('FrequencyInformation', { Hopping: 0 }, [
      parameter('FixedFrequencyTable', { Frequency: [865_700, 866_300, 866_900, 867_500] }),
    ]),
    parameter('UHFC1G2RFModeTable', {}, [
      parameter('UHFC1G2RFModeTableEntry', {
        ModeIdentifier: 1000,
        DRValue: 0,
        EPCHAGTCConformance: 0,
        MValue: 0,
        ForwardLinkModulation: 0,
        SpectralMaskIndicator: 2,
        BDRValue: 40_000,
        PIEValue: 1500,
        MinTariValue: 6250,
        MaxTariValue: 6250,
        StepTariValue: 0,
      }),
    ]),
  ])
  const region = { CountryCode: unitedKingdom, CommunicationsStandard: etsi }
  return [general, limits, parameter('RegulatoryCapabilities', region, [band])]
}

export function configOf({ serial, antennas }: SimulatedDevice): readonly Parameter[] {
  const ports = Array.from({ length: antennas }, (_, index) => index + 1)
  return [
    parameter('Identification', { IDType: 0, ReaderID: serial }),
    ...ports.map((port) =>
      parameter('AntennaProperties', { AntennaConnected: 1, AntennaID: port, AntennaGain: 0 }),
    ),
  ]
}

/** A message of the reader that is about the reader. */
export function notificationOf(event: Parameter, id: number, timestamp: Parameter): LlrpMessage {
  const data = parameter('ReaderEventNotificationData', {}, [timestamp, event])
  return { ...parameter('READER_EVENT_NOTIFICATION', {}, [data]), id, version: 1 }
}
