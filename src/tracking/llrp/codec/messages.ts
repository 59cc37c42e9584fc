import { catalogOf } from '../../../base/messages'
import type { Message } from '../../../base/messages'

/** What is wrong with the bytes of LLRP. */
export const llrpMessages = catalogOf({
  'llrp.short': '{name} is shorter than it must be',
  'llrp.length': 'A message has a length of {length}, and the limit is {max}',
  'llrp.version': 'A message has the LLRP version {version}, and only 1 and 2 are known',
  'llrp.depth': 'A message contains parameters that are nested too deeply',
  'llrp.many': 'A message contains more than {max} parameters',
  'llrp.field': '{name} cannot be written: {field} is missing or has a wrong value',
  'llrp.unknown_name': 'LLRP has no {name}',
})

/** The bytes are not LLRP, or a value cannot be written as LLRP. No function of the codec throws another error. */
export class LlrpError extends Error {
  constructor(readonly said: Message) {
    super(said.english)
  }
}
