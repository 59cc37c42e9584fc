import type { Problem } from '../api/use-attention'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { type Cause, causes } from '../readers/chain-causes'
import { counted } from '../ui/values/format'

/** What a problem is about, what is wrong, and where to do something about it. */
interface ProblemText {
  readonly title: string
  readonly sentence: string
  readonly href: string | undefined
}

type Texts = Readonly<Record<Problem['kind'], (problem: Problem) => ProblemText>>

const texts: Texts = {
  reader: (problem) => ({
    title: problem.name ?? '',
    sentence: readerSentence(problem),
    href: `/readers/${problem.id}`,
  }),
  webhook: (problem) => ({
    title: t('Webhook “{name}”', { name: problem.name ?? '' }),
    sentence: webhookSentence(problem),
    href: `/webhooks/${problem.id}`,
  }),
  mail: ({ detail, text, count }) => ({
    title: t('Mail'),
    sentence: [
      serverText(detail ?? '', text),
      t('{count, plural, =0 {No message waits.} one {# message waits.} other {# messages wait.}}', {
        count: count ?? 0,
      }),
    ].join(' '),
    href: '/mail',
  }),
  output: ({ id, name, detail, text }) => ({
    title: t('Output “{name}”', { name: name ?? '' }),
    sentence: serverText(detail ?? '', text),
    href: `/outputs/${id}`,
  }),
  shared_tags: ({ count }) => ({
    title: t('{count, plural, one {# shared tag} other {# shared tags}}', { count: count ?? 0 }),
    sentence: t('Several assets or locations have the same tag, so a read does not say which one it is.'),
    href: '/overview',
  }),
  clock: ({ cause }) => ({
    title: t('Clock of the server'),
    sentence:
      cause === 'ahead'
        ? t('It is far ahead of the last accepted time. No old data is deleted until this is resolved.')
        : t('It is far behind the last accepted time. No old data is deleted until this is resolved.'),
    href: undefined,
  }),
  disk: ({ detail, text }) => ({
    title: t('Disk space'),
    sentence: serverText(detail ?? '', text),
    href: '/status',
  }),
  backup: ({ cause, since }) => ({
    title: t('Backups'),
    sentence:
      cause === 'failed'
        ? t('The last attempt of a scheduled backup failed.')
        : since === null
          ? t('There is no scheduled backup yet, although one is due.')
          : t('The last good scheduled backup is too old.'),
    href: '/backups',
  }),
  service: ({ detail, text }) => ({
    title: t('Service'),
    sentence: serverText(detail ?? '', text),
    href: '/status',
  }),
}

export const textOf = (problem: Problem): ProblemText => texts[problem.kind](problem)

const isCause = (cause: string): cause is Cause => cause in causes

function readerSentence({
  cause,
  since,
  antenna,
  clock_offset: offset,
  location_ids: places,
}: Problem): string {
  const health = { clock: offset === null ? null : { offset_seconds: offset } }
  if (cause === 'wrong_clock') return t('Its clock is wrong, so the times of its reads are not used.')
  if (cause === 'antenna_disconnected') return t('Antenna {port} disconnected', { port: antenna ?? 0 })
  const phrase = isCause(cause) ? causes[cause].phrase({ since, antenna }, { health }) : cause
  return places.length === 0
    ? t('{problem}.', { problem: phrase })
    : t('{problem}. Its assets may have moved.', { problem: phrase })
}

function webhookSentence({ cause, count }: Problem): string {
  const waiting = t(
    '{count, plural, =0 {No events are waiting.} one {One event is waiting.} other {# events are waiting.}}',
    { count: count ?? 0 },
  )
  if (cause === 'failing') return t('Its deliveries fail. {waiting}', { waiting })
  if (cause === 'behind')
    return t('Its endpoint is too slow: {count} events are waiting.', { count: counted(count ?? 0) })
  return t('The service has disabled it. {waiting}', { waiting })
}
