import { decodeCslCs463 } from './csl-cs463'
import type { Decoder } from './decoder'
import { decodeWhereaboutsV1 } from './whereabouts-v1'

/** The payload formats of fixed readers, by the name that a reader's `format` has. */
export const formats: Readonly<Record<string, Decoder>> = {
  csl_cs463: decodeCslCs463,
  whereabouts_v1: decodeWhereaboutsV1,
}
