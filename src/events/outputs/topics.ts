import type { Message } from '../../base/messages'
import { hasControl } from '../../base/text'
import { outputMessages } from './messages'

interface Owner {
  readonly ownSlug: string
  /** The short names of all organizations. */
  readonly slugs: readonly string[]
  /** Whether there is an external broker. Without one, the clients of the built-in broker get the messages. */
  readonly hasBroker: boolean
}

/**
 * Returns why an output cannot publish to a topic; undefined when it can. The topics that begin with the short name of an organization are
 * those of its readers and events: no output may publish a read.
 */
export function problemOfTopic(topic: string, { ownSlug, slugs, hasBroker }: Owner): Message | undefined {
  if (/[+#\0]|^\$/.test(topic) || hasControl(topic)) return outputMessages('output.topic', { field: 'topic' })
  const beginning = `${ownSlug}/outputs/`
  const isOwn = topic.startsWith(beginning) && topic.length > beginning.length
  const isOfOrganization = slugs.includes(topic.split('/')[0] ?? '')
  return isOwn || (hasBroker && !isOfOrganization)
    ? undefined
    : outputMessages('output.own_topic', { field: 'topic', beginning })
}
