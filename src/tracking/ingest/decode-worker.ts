import { lowerThreadPriority } from '../../base/turns/thread-priority'
import { type Arrived, type Content, contentOf, type PayloadFormat } from './content'

/** The thread that decodes large payloads. */

declare const self: Worker

export interface DecodeRequest extends PayloadFormat, Arrived {
  readonly payload: Uint8Array
}

/** The content of a payload, or some of its reads. The rest follows in the next responses. */
interface DecodedPart {
  readonly content: Content
  readonly isLast: boolean
}

/** A fault of the decoder, which is not a fault of the payload. */
interface Failure {
  readonly error: unknown
}

export type DecodeResponse = DecodedPart | Failure

/** Number of reads in a response. Receiving a thousand takes less than a millisecond. */
const readsAtOnce = 1000

lowerThreadPriority()
self.onmessage = ({ data }: MessageEvent<DecodeRequest>) => {
  for (const response of responsesTo(data)) self.postMessage(response)
}

function responsesTo(request: DecodeRequest): Iterable<DecodeResponse> {
  try {
    const { topic, receivedAt } = request
    return inParts(contentOf(request, request.payload, { topic, receivedAt }))
  } catch (error) {
    return [{ error }]
  }
}

function* inParts(content: Content): Generator<DecodedPart> {
  if ('refused' in content) return yield { content, isLast: true }
  const { reads } = content
  let from = 0
  for (; from + readsAtOnce < reads.length; from += readsAtOnce)
    yield { content: { reads: reads.slice(from, from + readsAtOnce), faults: [] }, isLast: false }
  yield { content: { ...content, reads: reads.slice(from) }, isLast: true }
}
