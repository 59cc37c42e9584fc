import { decodeAprbrotherV4 } from './models/aprbrother-v4'
import { decodeCslCs463 } from './models/csl-cs463'
import type { Decoder } from './payloads/decoder'
import { decodeEspresense } from './models/espresense'
import { decodeGlS10 } from './models/gl-s10'
import { decodeImpinjIot } from './models/impinj-iot'
import { decodeImpinjSmartreader } from './models/impinj-smartreader'
import { decodeImpinjSpeedwayConnect } from './models/impinj-speedway-connect'
import { decodeIngics } from './models/ingics'
import { decodeLlrp } from './models/llrp'
import { decoderOfMapping } from './mapping/mapping'
import { decodeMinewG1 } from './models/minew-g1'
import { decodeMokoMk107 } from './models/moko-mk107'
import { decodeOpenMqttGateway } from './models/openmqttgateway'
import { decodeRuuviGateway } from './models/ruuvi-gateway'
import { decodeWhereaboutsV1 } from './models/whereabouts-v1'
import { decodeZebraIotc } from './models/zebra-iotc'
import { decodeZebraRfd } from './models/zebra-rfd'

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
  llrp: decodeLlrp,
  minew_g1: decodeMinewG1,
  moko_mk107: decodeMokoMk107,
  openmqttgateway: decodeOpenMqttGateway,
  ruuvi_gateway: decodeRuuviGateway,
  whereabouts_v1: decodeWhereaboutsV1,
  zebra_iotc: decodeZebraIotc,
  zebra_rfd: decodeZebraRfd,
}

/** The format of the readers to which the service connects. Their address is needed, so no message can reveal it. */
export const connectedFormat = 'llrp'

/** The values of a reader's `format`. A reader with the format `mapping` also needs a mapping. */
export const formatNames: readonly string[] = [...Object.keys(formats), 'mapping']

/** Returns the decoder for a format and a mapping, as JSON text; undefined without a format or a needed mapping. */
export function decoderOf(format: string | null, mapping: string | null): Decoder | undefined {
  if (format === 'mapping') return mapping === null ? undefined : decoderOfMapping(mapping)
  return format === null ? undefined : formats[format]
}
