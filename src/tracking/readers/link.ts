import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Text, Timestamp } from '../../contract/fields'
import { readStored } from '../../base/messages'
import { wireOf } from '../../base/time'
import type { ReaderLink } from '../../storage/core/store'
import type { LlrpDevice } from '../llrp/client/device'

/** What a reader says about itself. */
export const deviceFields = {
  manufacturer: Type.String(),
  model: Type.String(),
  firmware: Type.String(),
  antenna_count: Type.Integer(),
  powers_dbm: Type.Array(Type.Number(), { description: 'The transmit powers that can be set, in dBm.' }),
  region: Type.String({ description: 'The radio rules that the reader follows.' }),
}

/** The connection of the service to a reader with the format llrp. */
export const Link = Type.Object({
  state: Type.Unsafe<ReaderLink['state']>({
    type: 'string',
    enum: ['connecting', 'connected', 'sending'],
    description:
      '`connecting`: not connected, as an inactive reader always is. `connected`: not configured yet. `sending`: configured.',
  }),
  since: Type.String({ ...Timestamp, description: 'Since when the state, or its cause, exists.' }),
  sentence: Nullable(
    Type.String({
      description:
        'Why the state is not `sending`. With `sending`: something else that is wrong with the reader.',
    }),
  ),
  text: Nullable(Text),
  device: Nullable(Type.Object({ ...deviceFields, serial: Nullable(Type.String()) })),
})

export const deviceViewOf = (device: LlrpDevice) => ({
  manufacturer: device.manufacturer,
  model: device.model,
  firmware: device.firmware,
  antenna_count: device.antennaCount,
  powers_dbm: [...device.powersDbm],
  region: device.region,
})

export function linkViewOf({ state, since, sentence, device: stored }: ReaderLink): Static<typeof Link> {
  const said = sentence === null ? null : readStored(sentence)
  const device = stored === null ? null : (JSON.parse(stored) as LlrpDevice)
  return {
    state,
    since: wireOf(since),
    sentence: said && said.english,
    text: said && said.text,
    device: device && { ...deviceViewOf(device), serial: device.serial },
  }
}
