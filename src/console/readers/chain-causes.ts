import { type Format, shortNameOf } from './reader-formats'
import type { Reader } from './use-reader'

export type Diagnosis = NonNullable<Reader['diagnosis']>
export type Cause = NonNullable<Diagnosis['cause']>

/** What the button of a cause does. */
export type Remedy = 'settings' | 'password' | 'switch' | 'format' | 'map' | 'activate' | 'assign'

interface CauseText {
  /** For the list of readers. */
  readonly phrase: (diagnosis: Diagnosis) => string
  /** The heading above the sentence; the phrase without it. */
  readonly title?: string
  readonly sentence: (diagnosis: Diagnosis, reader: Reader) => string
  readonly remedy?: (diagnosis: Diagnosis, reader: Reader) => Remedy
}

const settings = () => 'settings' as const

const nameOf = ({ format }: Reader): string => (format === null ? 'no format' : shortNameOf(format))

/** Returns the name of the format that the rejected messages look like. */
export const likelyNameOf = ({ likely_format: format }: Diagnosis): string | undefined =>
  format === null ? undefined : shortNameOf(format as Format)

const antennaOf = ({ antenna }: Diagnosis): string => (antenna === null ? 'An antenna' : `Antenna ${antenna}`)

const from = ({ refused }: Diagnosis): string => (refused?.address ? ` from ${refused.address}` : '')

export const causes: Readonly<Record<Cause, CauseText>> = {
  not_connected: {
    phrase: ({ since }) => (since === null ? 'Not connected yet' : 'Disconnected'),
    sentence: ({ since }) =>
      since === null
        ? 'Enter the connection settings in the reader, and check that it can reach this server.'
        : 'Check that the reader is switched on and can reach this server.',
    remedy: settings,
  },
  wrong_password: {
    phrase: () => 'Password refused',
    title: 'Its password is refused',
    sentence: (diagnosis) =>
      `A connection${from(diagnosis)} sent its user name with a wrong password. Enter the right one in the reader, or create a new one.`,
    remedy: () => 'password',
  },
  wrong_user_name: {
    phrase: () => 'Wrong user name',
    sentence: ({ refused }, { external_key: key }) =>
      `It sends the user name ${refused?.user_name ? `“${refused.user_name}”` : '(none)'} instead of “${key}”. Correct the user name in the reader.`,
    remedy: settings,
  },
  token_as_user_name: {
    phrase: () => 'Password in the wrong field',
    sentence: (_, { external_key: key }) =>
      `It sends its password as the user name. The user name is “${key}”.`,
    remedy: settings,
  },
  no_messages: {
    phrase: () => 'No messages',
    sentence: () =>
      'It is connected but has sent no message yet. Start reading, and hold a tag in front of it.',
    remedy: settings,
  },
  silent: {
    phrase: () => 'Silent',
    sentence: () => 'It is connected but has stopped sending. Check that reading is started on the reader.',
    remedy: settings,
  },
  wrong_topic: {
    phrase: () => 'Wrong topic',
    title: 'Its messages have the wrong topic',
    sentence: (_, { topic }) =>
      `The topic does not match ${topic ?? 'the topic of this reader'}. Correct it in the reader.`,
    remedy: settings,
  },
  too_large: {
    phrase: () => 'Message too large',
    sentence: () =>
      'Its last message was larger than the limit and was dropped. Set the reader to send smaller messages.',
  },
  wrong_format: {
    phrase: () => 'Wrong format',
    title: 'Its messages are in the wrong format',
    sentence: (diagnosis, reader) => {
      const likely = likelyNameOf(diagnosis)
      return likely === undefined
        ? `They are not in the format ${nameOf(reader)}. Choose another format.`
        : `They look like ${likely}, but this reader is set to ${nameOf(reader)}.`
    },
    remedy: ({ likely_format: likely }) => (likely === null ? 'format' : 'switch'),
  },
  next_message: {
    phrase: () => 'Waiting for the next message',
    sentence: () => 'The settings were changed. The next message shows whether they are right.',
  },
  inactive: {
    phrase: () => 'Inactive',
    sentence: () => 'This reader is inactive, so its messages are discarded.',
    remedy: () => 'activate',
  },
  antenna_without_location: {
    phrase: (diagnosis) => `${antennaOf(diagnosis)} has no location`,
    sentence: () => 'Reads from this antenna are not used.',
    remedy: () => 'map',
  },
  location_deleted: {
    phrase: (diagnosis) => `${antennaOf(diagnosis)}: location deleted`,
    sentence: () => 'Reads from this antenna are not used. Choose another location.',
    remedy: () => 'map',
  },
  no_reads: {
    phrase: () => 'No tags read yet',
    sentence: () => 'It works, but has read no tag of an asset yet. Hold a tag in front of an antenna.',
  },
  unknown_tags: {
    phrase: () => 'Only unknown tags',
    sentence: () => 'It reads tags, but none of them belongs to an asset yet.',
    remedy: () => 'assign',
  },
}
