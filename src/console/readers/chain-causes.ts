import { t } from '../languages/messages'
import { type Format, shortNameOf } from './reader-formats'
import { clockOf, isLocalTime } from './clock'
import { serverText } from '../languages/server-texts'
import type { Reader } from './use-reader'

export type Diagnosis = NonNullable<Reader['diagnosis']>
export type Cause = NonNullable<Diagnosis['cause']>

/** What the button of a cause does. */
type Remedy =
  | 'settings'
  | 'password'
  | 'switch'
  | 'format'
  | 'map'
  | 'activate'
  | 'assign'
  | 'clock'
  | 'edit'
  | 'take_over'

/** A reader, as far as phrases need it. */
interface WithClock {
  readonly health: { readonly clock: { readonly offset_seconds: number } | null } | null
}

interface CauseText {
  /** For the list of readers. */
  readonly phrase: (diagnosis: Pick<Diagnosis, 'since' | 'antenna'>, reader: WithClock) => string
  /** The heading above the sentence; the phrase without it. */
  readonly title?: string
  readonly sentence: (diagnosis: Diagnosis, reader: Reader) => string
  readonly remedy?: (diagnosis: Diagnosis, reader: Reader) => Remedy
}

const settings = () => 'settings' as const
const address = () => 'edit' as const

/** What the service says about its connection to the reader. */
const linkSentence = ({ llrp }: Diagnosis): string =>
  llrp?.text ? serverText(llrp.sentence ?? '', llrp.text) : t('The service tries to connect again.')

const heldSentence = (diagnosis: Diagnosis): string =>
  `${linkSentence(diagnosis)}. ${t('Disconnect the other program, or take the reader over.')}`

const nameOf = ({ format }: Reader): string => (format === null ? t('no format') : shortNameOf(format))

/** Returns the name of the format that the rejected messages look like. */
const likelyNameOf = ({ likely_format: format }: Diagnosis): string | undefined =>
  format === null ? undefined : shortNameOf(format as Format)

const antennaOf = ({ antenna }: Pick<Diagnosis, 'antenna'>): string =>
  antenna === null ? t('An antenna') : t('Antenna {antenna}', { antenna })

export const causes: Readonly<Record<Cause, CauseText>> = {
  first_connection: {
    phrase: () => t('Waiting for the first connection'),
    sentence: () => t('Enter the connection settings in the reader. It appears here as soon as it connects.'),
  },
  not_connected: {
    phrase: ({ since }) => (since === null ? t('Not connected yet') : t('Disconnected')),
    sentence: ({ since }) =>
      since === null
        ? t('Enter the connection settings in the reader, and check that it can reach this server.')
        : t('Check that the reader is switched on and can reach this server.'),
    remedy: settings,
  },
  llrp_unreachable: { phrase: () => t('Cannot be reached'), sentence: linkSentence, remedy: address },
  llrp_address: { phrase: () => t('Address not allowed'), sentence: linkSentence, remedy: address },
  llrp_held: { phrase: () => t('Used by another client'), sentence: heldSentence, remedy: () => 'take_over' },
  llrp_protocol: { phrase: () => t('Does not speak LLRP'), sentence: linkSentence, remedy: address },
  llrp_silent: { phrase: () => t('Does not respond'), sentence: linkSentence, remedy: address },
  llrp_refused: { phrase: () => t('Refuses its settings'), sentence: linkSentence, remedy: address },
  llrp_configuring: {
    phrase: () => t('Being set up'),
    sentence: () => t('It is connected, and is being set up.'),
  },
  wrong_password: {
    phrase: () => t('Password refused'),
    title: t('Its password is refused'),
    sentence: (diagnosis) =>
      diagnosis.refused?.address
        ? t(
            'A connection from {address} sent its user name with a wrong password. Enter the right one in the reader, or create a new one.',
            { address: diagnosis.refused.address },
          )
        : t(
            'A connection sent its user name with a wrong password. Enter the right one in the reader, or create a new one.',
          ),
    remedy: () => 'password',
  },
  wrong_user_name: {
    phrase: () => t('Wrong user name'),
    sentence: ({ refused }, { external_key: key }) =>
      refused?.user_name
        ? t('It sends the user name “{sent}” instead of “{key}”. Correct the user name in the reader.', {
            sent: refused.user_name,
            key,
          })
        : t('It sends the user name (none) instead of “{key}”. Correct the user name in the reader.', {
            key,
          }),
    remedy: settings,
  },
  token_as_user_name: {
    phrase: () => t('Password in the wrong field'),
    sentence: (_, { external_key: key }) =>
      t('It sends its password as the user name. The user name is “{key}”.', { key }),
    remedy: settings,
  },
  no_messages: {
    phrase: () => t('No messages'),
    sentence: () =>
      t('It is connected but has sent no message yet. Start reading, and hold a tag in front of it.'),
    remedy: settings,
  },
  silent: {
    phrase: () => t('Silent'),
    sentence: () =>
      t('It is connected but has stopped sending. Check that reading is started on the reader.'),
    remedy: settings,
  },
  wrong_topic: {
    phrase: () => t('Wrong topic'),
    title: t('Its messages have the wrong topic'),
    sentence: (_, { topic }) =>
      t('The topic does not match {topic}. Correct it in the reader.', {
        topic: topic ?? t('the topic of this reader'),
      }),
    remedy: settings,
  },
  too_large: {
    phrase: () => t('Message too large'),
    sentence: () =>
      t(
        'Its last message was larger than the limit and was dropped. Set the reader to send smaller messages.',
      ),
  },
  wrong_format: {
    phrase: () => t('Wrong format'),
    title: t('Its messages are in the wrong format'),
    sentence: (diagnosis, reader) => {
      const likely = likelyNameOf(diagnosis)
      return likely === undefined
        ? t('They are not in the format {name}. Choose another format.', { name: nameOf(reader) })
        : t('They look like {likely}, but this reader is set to {name}.', { likely, name: nameOf(reader) })
    },
    remedy: ({ likely_format: likely }) => (likely === null ? 'format' : 'switch'),
  },
  next_message: {
    phrase: () => t('Waiting for the next message'),
    sentence: () => t('The settings were changed. The next message shows whether they are right.'),
  },
  inactive: {
    phrase: () => t('Inactive'),
    sentence: () => t('This reader is inactive, so its messages are discarded.'),
    remedy: () => 'activate',
  },
  antenna_without_location: {
    phrase: (diagnosis) => t('{antenna} has no location', { antenna: antennaOf(diagnosis) }),
    sentence: () => t('Reads from this antenna are not used.'),
    remedy: () => 'map',
  },
  location_deleted: {
    phrase: (diagnosis) => t('{antenna}: location deleted', { antenna: antennaOf(diagnosis) }),
    sentence: () => t('Reads from this antenna are not used. Choose another location.'),
    remedy: () => 'map',
  },
  clock_behind: {
    phrase: (_, { health }) => t('Clock is {clock}', { clock: clockOf(health?.clock?.offset_seconds ?? 0) }),
    sentence: (_, { health, time_zone: zone }) => {
      if (!isLocalTime(health?.clock?.offset_seconds ?? 0))
        return t('Its reads are stored with wrong times. Set the clock of the reader.')
      return zone === null
        ? t(
            'The reader probably sends local time. Its reads are stored with wrong times until its time zone is set here.',
          )
        : t(
            'Its reads are stored with wrong times. Check the time zone {zone} of this reader and its clock.',
            { zone },
          )
    },
    remedy: () => 'clock',
  },
  no_reads: {
    phrase: () => t('No tags read yet'),
    sentence: () => t('It works, but has read no tag of an asset yet. Hold a tag in front of an antenna.'),
  },
  unknown_tags: {
    phrase: () => t('Only unknown tags'),
    sentence: () => t('It reads tags, but none of them belongs to an asset yet.'),
    remedy: () => 'assign',
  },
}
