import {
  aprbrotherV4,
  espresense,
  glS10,
  ingics,
  minewG1,
  mokoMk107,
  openMqttGateway,
  ruuviGateway,
} from './ble'
import type { Encoder } from './encoder'
import {
  cslCs463,
  impinjIot,
  impinjSmartreader,
  impinjSpeedwayConnect,
  whereaboutsV1,
  zebraIotc,
  zebraRfd,
} from './rfid'

/** The formats that can be simulated, by the name of the reader's `format`. */
export const encoders: ReadonlyMap<string, Encoder> = new Map([
  ['csl_cs463', cslCs463],
  ['zebra_iotc', zebraIotc],
  ['zebra_rfd', zebraRfd],
  ['impinj_iot', impinjIot],
  ['impinj_smartreader', impinjSmartreader],
  ['impinj_speedway_connect', impinjSpeedwayConnect],
  ['gl_s10', glS10],
  ['moko_mk107', mokoMk107],
  ['minew_g1', minewG1],
  ['aprbrother_v4', aprbrotherV4],
  ['openmqttgateway', openMqttGateway],
  ['ruuvi_gateway', ruuviGateway],
  ['espresense', espresense],
  ['ingics', ingics],
  ['whereabouts_v1', whereaboutsV1],
])
