/**
 * The messages and parameters of LLRP 1.0.1 and 1.1 (GS1 EPCglobal Low Level Reader Protocol, sections 16 and 17), as one table.
 *
 * A line is `<name> <type> <fields>`. A field is `<name>:<kind>`; `_` is reserved. Kinds: `u1` to `u64` and `s8`, `s16` are numbers of
 * so many bits, `hex12` is that many bytes; `bits`, `bytes`, `u16s`, `u32s` and `text` have their length in front; `rest` is all
 * that follows. Parameters follow the fields, whatever their order and number. Types below 128 have the short form (TV).
 */

const parameterLines = `
AntennaID 1 AntennaID:u16
FirstSeenTimestampUTC 2 Microseconds:u64
FirstSeenTimestampUptime 3 Microseconds:u64
LastSeenTimestampUTC 4 Microseconds:u64
LastSeenTimestampUptime 5 Microseconds:u64
PeakRSSI 6 PeakRSSI:s8
ChannelIndex 7 ChannelIndex:u16
TagSeenCount 8 TagCount:u16
ROSpecID 9 ROSpecID:u32
InventoryParameterSpecID 10 InventoryParameterSpecID:u16
C1G2CRC 11 CRC:u16
C1G2PC 12 PC_Bits:u16
EPC_96 13 EPC:hex12
SpecIndex 14 SpecIndex:u16
ClientRequestOpSpecResult 15 OpSpecID:u16
AccessSpecID 16 AccessSpecID:u32
OpSpecID 17 OpSpecID:u16
C1G2SingulationDetails 18 NumCollisionSlots:u16 NumEmptySlots:u16
C1G2XPCW1 19 XPC_W1:u16
C1G2XPCW2 20 XPC_W2:u16
UTCTimestamp 128 Microseconds:u64
Uptime 129 Microseconds:u64
GeneralDeviceCapabilities 137 MaxNumberOfAntennaSupported:u16 CanSetAntennaProperties:u1 HasUTCClockCapability:u1 _:u14 DeviceManufacturerName:u32 ModelName:u32 ReaderFirmwareVersion:text
ReceiveSensitivityTableEntry 139 Index:u16 ReceiveSensitivityValue:s16
PerAntennaAirProtocol 140 AntennaID:u16 ProtocolID:bytes
GPIOCapabilities 141 NumGPIs:u16 NumGPOs:u16
LLRPCapabilities 142 CanDoRFSurvey:u1 CanReportBufferFillWarning:u1 SupportsClientRequestOpSpec:u1 CanDoTagInventoryStateAwareSingulation:u1 SupportsEventAndReportHolding:u1 _:u3 MaxNumPriorityLevelsSupported:u8 ClientRequestOpSpecTimeout:u16 MaxNumROSpecs:u32 MaxNumSpecsPerROSpec:u32 MaxNumInventoryParameterSpecsPerAISpec:u32 MaxNumAccessSpecs:u32 MaxNumOpSpecsPerAccessSpec:u32
RegulatoryCapabilities 143 CountryCode:u16 CommunicationsStandard:u16
UHFBandCapabilities 144
TransmitPowerLevelTableEntry 145 Index:u16 TransmitPowerValue:s16
FrequencyInformation 146 Hopping:u1 _:u7
FrequencyHopTable 147 HopTableID:u8 _:u8 Frequency:u32s
FixedFrequencyTable 148 Frequency:u32s
PerAntennaReceiveSensitivityRange 149 AntennaID:u16 ReceiveSensitivityIndexMin:u16 ReceiveSensitivityIndexMax:u16
ROSpec 177 ROSpecID:u32 Priority:u8 CurrentState:u8
ROBoundarySpec 178
ROSpecStartTrigger 179 ROSpecStartTriggerType:u8
PeriodicTriggerValue 180 Offset:u32 Period:u32
GPITriggerValue 181 GPIPortNum:u16 GPIEvent:u1 _:u7 Timeout:u32
ROSpecStopTrigger 182 ROSpecStopTriggerType:u8 DurationTriggerValue:u32
AISpec 183 AntennaIDs:u16s
AISpecStopTrigger 184 AISpecStopTriggerType:u8 DurationTrigger:u32
TagObservationTrigger 185 TriggerType:u8 _:u8 NumberOfTags:u16 NumberOfAttempts:u16 T:u16 Timeout:u32
InventoryParameterSpec 186 InventoryParameterSpecID:u16 ProtocolID:u8
RFSurveySpec 187 AntennaID:u16 StartFrequency:u32 EndFrequency:u32
RFSurveySpecStopTrigger 188 StopTriggerType:u8 DurationPeriod:u32 N:u32
AccessSpec 207 AccessSpecID:u32 AntennaID:u16 ProtocolID:u8 CurrentState:u1 _:u7 ROSpecID:u32
LLRPConfigurationStateValue 217 LLRPConfigurationStateValue:u32
Identification 218 IDType:u8 ReaderID:bytes
GPOWriteData 219 GPOPortNumber:u16 GPOData:u1 _:u7
KeepaliveSpec 220 KeepaliveTriggerType:u8 PeriodicTriggerValue:u32
AntennaProperties 221 AntennaConnected:u1 _:u7 AntennaID:u16 AntennaGain:s16
AntennaConfiguration 222 AntennaID:u16
RFReceiver 223 ReceiverSensitivity:u16
RFTransmitter 224 HopTableID:u16 ChannelIndex:u16 TransmitPower:u16
GPIPortCurrentState 225 GPIPortNum:u16 Config:u1 _:u7 State:u8
EventsAndReports 226 HoldEventsAndReportsUponReconnect:u1 _:u7
ROReportSpec 237 ROReportTrigger:u8 N:u16
TagReportContentSelector 238 EnableROSpecID:u1 EnableSpecIndex:u1 EnableInventoryParameterSpecID:u1 EnableAntennaID:u1 EnableChannelIndex:u1 EnablePeakRSSI:u1 EnableFirstSeenTimestamp:u1 EnableLastSeenTimestamp:u1 EnableTagSeenCount:u1 EnableAccessSpecID:u1 _:u6
AccessReportSpec 239 AccessReportTrigger:u8
TagReportData 240
EPCData 241 EPC:bits
RFSurveyReportData 242
FrequencyRSSILevelEntry 243 Frequency:u32 Bandwidth:u32 AverageRSSI:s8 PeakRSSI:s8
ReaderEventNotificationSpec 244
EventNotificationState 245 EventType:u16 NotificationState:u1 _:u7
ReaderEventNotificationData 246
HoppingEvent 247 HopTableID:u16 NextChannelIndex:u16
GPIEvent 248 GPIPortNumber:u16 GPIEvent:u1 _:u7
ROSpecEvent 249 EventType:u8 ROSpecID:u32 PreemptingROSpecID:u32
ReportBufferLevelWarningEvent 250 ReportBufferPercentageFull:u8
ReportBufferOverflowErrorEvent 251
ReaderExceptionEvent 252 Message:text
RFSurveyEvent 253 EventType:u8 ROSpecID:u32 SpecIndex:u16
AISpecEvent 254 EventType:u8 ROSpecID:u32 SpecIndex:u16
AntennaEvent 255 EventType:u8 AntennaID:u16
ConnectionAttemptEvent 256 Status:u16
ConnectionCloseEvent 257
LLRPStatus 287 StatusCode:u16 ErrorDescription:text
FieldError 288 FieldNum:u16 ErrorCode:u16
ParameterError 289 ParameterType:u16 ErrorCode:u16
C1G2LLRPCapabilities 327 CanSupportBlockErase:u1 CanSupportBlockWrite:u1 CanSupportBlockPermalock:u1 CanSupportTagRecommissioning:u1 CanSupportUMIMethod2:u1 CanSupportXPC:u1 _:u2 MaxNumSelectFiltersPerQuery:u16
UHFC1G2RFModeTable 328
UHFC1G2RFModeTableEntry 329 ModeIdentifier:u32 DRValue:u1 EPCHAGTCConformance:u1 _:u6 MValue:u8 ForwardLinkModulation:u8 SpectralMaskIndicator:u8 BDRValue:u32 PIEValue:u32 MinTariValue:u32 MaxTariValue:u32 StepTariValue:u32
C1G2InventoryCommand 330 TagInventoryStateAware:u1 _:u7
C1G2RFControl 335 ModeIndex:u16 Tari:u16
C1G2SingulationControl 336 Session:u2 _:u6 TagPopulation:u16 TagTransitTime:u32
C1G2EPCMemorySelector 348 EnableCRC:u1 EnablePCBits:u1 EnableXPCBits:u1 _:u5
MaximumReceiveSensitivity 363 MaximumSensitivityValue:u16
Custom 1023 VendorIdentifier:u32 ParameterSubtype:u32 Data:rest
`

const messageLines = `
GET_READER_CAPABILITIES 1 RequestedData:u8
GET_READER_CONFIG 2 AntennaID:u16 RequestedData:u8 GPIPortNum:u16 GPOPortNum:u16
SET_READER_CONFIG 3 ResetToFactoryDefault:u1 _:u7
CLOSE_CONNECTION_RESPONSE 4
GET_READER_CAPABILITIES_RESPONSE 11
GET_READER_CONFIG_RESPONSE 12
SET_READER_CONFIG_RESPONSE 13
CLOSE_CONNECTION 14
ADD_ROSPEC 20
DELETE_ROSPEC 21 ROSpecID:u32
START_ROSPEC 22 ROSpecID:u32
STOP_ROSPEC 23 ROSpecID:u32
ENABLE_ROSPEC 24 ROSpecID:u32
DISABLE_ROSPEC 25 ROSpecID:u32
GET_ROSPECS 26
ADD_ROSPEC_RESPONSE 30
DELETE_ROSPEC_RESPONSE 31
START_ROSPEC_RESPONSE 32
STOP_ROSPEC_RESPONSE 33
ENABLE_ROSPEC_RESPONSE 34
DISABLE_ROSPEC_RESPONSE 35
GET_ROSPECS_RESPONSE 36
ADD_ACCESSSPEC 40
DELETE_ACCESSSPEC 41 AccessSpecID:u32
ENABLE_ACCESSSPEC 42 AccessSpecID:u32
DISABLE_ACCESSSPEC 43 AccessSpecID:u32
GET_ACCESSSPECS 44
GET_SUPPORTED_VERSION 46
SET_PROTOCOL_VERSION 47 ProtocolVersion:u8
ADD_ACCESSSPEC_RESPONSE 50
DELETE_ACCESSSPEC_RESPONSE 51
ENABLE_ACCESSSPEC_RESPONSE 52
DISABLE_ACCESSSPEC_RESPONSE 53
GET_ACCESSSPECS_RESPONSE 54
GET_SUPPORTED_VERSION_RESPONSE 56 CurrentVersion:u8 SupportedVersion:u8
SET_PROTOCOL_VERSION_RESPONSE 57
GET_REPORT 60
RO_ACCESS_REPORT 61
KEEPALIVE 62
READER_EVENT_NOTIFICATION 63
ENABLE_EVENTS_AND_REPORTS 64
KEEPALIVE_ACK 72
ERROR_MESSAGE 100
CUSTOM_MESSAGE 1023 VendorIdentifier:u32 MessageSubtype:u8 Data:rest
`

export type Kind =
  | { readonly of: 'number'; readonly bits: number; readonly isSigned: boolean }
  | { readonly of: 'hex'; readonly bytes: number }
  | { readonly of: 'bits' | 'bytes' | 'u16s' | 'u32s' | 'text' | 'rest' }

export interface Field {
  /** `_` for reserved bits. */
  readonly name: string
  readonly kind: Kind
}

export interface Definition {
  readonly name: string
  readonly type: number
  readonly fields: readonly Field[]
}

interface Table {
  readonly byName: ReadonlyMap<string, Definition>
  readonly byType: ReadonlyMap<number, Definition>
}

function kindOf(text: string): Kind {
  const [, form, size] = /^(u|s|hex)(\d+)$/.exec(text) ?? []
  if (form === 'hex') return { of: 'hex', bytes: Number(size) }
  if (form !== undefined) return { of: 'number', bits: Number(size), isSigned: form === 's' }
  return { of: text as 'rest' }
}

function tableOf(lines: string): Table {
  const definitions = lines
    .trim()
    .split('\n')
    .map((line): Definition => {
      const [name = '', type, ...fields] = line.split(' ')
      const parsed = fields.map((field) => {
        const [fieldName = '', kind = ''] = field.split(':')
        return { name: fieldName, kind: kindOf(kind) }
      })
      return { name, type: Number(type), fields: parsed }
    })
  return {
    byName: new Map(definitions.map((definition) => [definition.name, definition])),
    byType: new Map(definitions.map((definition) => [definition.type, definition])),
  }
}

export const parameterTable = tableOf(parameterLines)
export const messageTable = tableOf(messageLines)
