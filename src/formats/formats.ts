import { decodeAprbrotherV4 } from './aprbrother-v4'
import { decodeCslCs463 } from './csl-cs463'
import type { Decoder } from './decoder'
import { decodeGlS10 } from './gl-s10'
import { decodeImpinjIot } from './impinj-iot'
import { decodeImpinjSmartreader } from './impinj-smartreader'
import { decodeImpinjSpeedwayConnect } from './impinj-speedway-connect'
import { decoderOfMapping } from './mapping'
import { decodeMinewG1 } from './minew-g1'
import { decodeMokoMk107 } from './moko-mk107'
import { decodeOpenMqttGateway } from './openmqttgateway'
import { decodeWhereaboutsV1 } from './whereabouts-v1'
import { decodeZebraIotc } from './zebra-iotc'
import { decodeZebraRfd } from './zebra-rfd'

/** The payload formats of fixed readers, by the name that a reader's `format` has. */
export const formats: Readonly<Record<string, Decoder>> = {
  aprbrother_v4: decodeAprbrotherV4,
  csl_cs463: decodeCslCs463,
  gl_s10: decodeGlS10,
  impinj_iot: decodeImpinjIot,
  impinj_smartreader: decodeImpinjSmartreader,
  impinj_speedway_connect: decodeImpinjSpeedwayConnect,
  minew_g1: decodeMinewG1,
  moko_mk107: decodeMokoMk107,
  openmqttgateway: decodeOpenMqttGateway,
  whereabouts_v1: decodeWhereaboutsV1,
  zebra_iotc: decodeZebraIotc,
  zebra_rfd: decodeZebraRfd,
}

/** All that a reader's `format` can be; `mapping` needs a mapping besides. */
export const formatNames: readonly string[] = [...Object.keys(formats), 'mapping']

/** The decoder of a reader, by its format and its mapping as JSON text; undefined where it lacks what it needs. */
export function decoderOf(format: string | null, mapping: string | null): Decoder | undefined {
  if (format === 'mapping') return mapping === null ? undefined : decoderOfMapping(mapping)
  return format === null ? undefined : formats[format]
}
