import { decodeAprbrotherV4 } from './aprbrother-v4'
import { decodeCslCs463 } from './csl-cs463'
import type { Decoder } from './decoder'
import { decodeEspresense } from './espresense'
import { decodeGlS10 } from './gl-s10'
import { decodeImpinjIot } from './impinj-iot'
import { decodeImpinjSmartreader } from './impinj-smartreader'
import { decodeImpinjSpeedwayConnect } from './impinj-speedway-connect'
import { decodeIngics } from './ingics'
import { decoderOfMapping } from './mapping'
import { decodeMinewG1 } from './minew-g1'
import { decodeMokoMk107 } from './moko-mk107'
import { decodeOpenMqttGateway } from './openmqttgateway'
import { decodeRuuviGateway } from './ruuvi-gateway'
import { decodeWhereaboutsV1 } from './whereabouts-v1'
import { decodeZebraIotc } from './zebra-iotc'
import { decodeZebraRfd } from './zebra-rfd'

/** The decoders of the payload formats, by the value of a reader's `format` (docs/readers.md). */
export const formats: Readonly<Record<string, Decoder>> = {
  aprbrother_v4: decodeAprbrotherV4,
  csl_cs463: decodeCslCs463,
  espresense: decodeEspresense,
  gl_s10: decodeGlS10,
  impinj_iot: decodeImpinjIot,
  impinj_smartreader: decodeImpinjSmartreader,
  impinj_speedway_connect: decodeImpinjSpeedwayConnect,
  ingics: decodeIngics,
  minew_g1: decodeMinewG1,
  moko_mk107: decodeMokoMk107,
  openmqttgateway: decodeOpenMqttGateway,
  ruuvi_gateway: decodeRuuviGateway,
  whereabouts_v1: decodeWhereaboutsV1,
  zebra_iotc: decodeZebraIotc,
  zebra_rfd: decodeZebraRfd,
}

/** The values of a reader's `format`. A reader with the format `mapping` also needs a mapping. */
export const formatNames: readonly string[] = [...Object.keys(formats), 'mapping']

/** Returns the decoder for a format and a mapping, as JSON text; undefined without a format or a needed mapping. */
export function decoderOf(format: string | null, mapping: string | null): Decoder | undefined {
  if (format === 'mapping') return mapping === null ? undefined : decoderOfMapping(mapping)
  return format === null ? undefined : formats[format]
}
