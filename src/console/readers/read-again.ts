import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { pathOf, type Reader, readerChanged } from './use-reader'

type Outcome = Schemas['MessagesReadAgain']

/** Reads the rejected messages of a reader that are kept with its present format. */
export async function readMessagesAgain(reader: Reader): Promise<Outcome> {
  try {
    const params = pathOf(reader)
    return (await dataOf(api.POST('/internal/v1/readers/{reader}/messages/read-again', { params }))).data
  } finally {
    await readerChanged(reader.id)
  }
}

/** Returns sentences about the messages that were read again. */
export const outcomeText = ({ read_again, still_rejected, not_whole }: Outcome): string =>
  [
    t(
      '{count, plural, =0 {No kept message was read again.} one {One kept message was read again.} other {# kept messages were read again.}}',
      { count: read_again },
    ),
    still_rejected > 0 &&
      t('{count, plural, one {One is still rejected.} other {# are still rejected.}}', {
        count: still_rejected,
      }),
    not_whole > 0 &&
      t('{count, plural, one {One was not kept whole.} other {# were not kept whole.}}', {
        count: not_whole,
      }),
  ]
    .filter(Boolean)
    .join(' ')

export const hasMessages = ({ read_again, still_rejected, not_whole }: Outcome): boolean =>
  read_again + still_rejected + not_whole > 0
