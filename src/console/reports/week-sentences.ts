import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { counted, pastTimeOf } from '../ui/values/format'

/** The findings of a week in words. The service has the rules (docs/internal-api.md, Findings of a week). */

interface Sentence {
  readonly text: string
  readonly note: string
  readonly href: string
}

type Finding = Schemas['WeekFindings']['data'][number]

const percent = (share: number | null): number => Math.round(100 * (share ?? 0))

const sentences: Readonly<Record<Finding['rule'], (finding: Finding, isOver: boolean) => Sentence>> = {
  arrivals({ id, name, count, count_before: before }, isOver) {
    const [now, earlier] = [count ?? 0, before ?? 0]
    return {
      text:
        now > earlier
          ? t('More arrivals at {place}: {count}', { place: name, count: counted(now) })
          : t('Fewer arrivals at {place}: {count}', { place: name, count: counted(now) }),
      note: isOver
        ? t('{count} in the week before', { count: counted(earlier) })
        : t('{count} by the same time in the week before', { count: counted(earlier) }),
      href: `/locations/${id}`,
    }
  },
  alert_rule: ({ id, name, count, share }) => ({
    text: t('{rule} raised {count, plural, one {# alert} other {# alerts}}', {
      rule: name,
      count: count ?? 0,
    }),
    note: t('{share} % of all alerts of the week', { share: percent(share) }),
    href: `/alert-rules/${id}`,
  }),
  reader: ({ id, name, since }) => ({
    text: t('{reader} needs attention', { reader: name }),
    note: since === null ? '' : t('since {time}', { time: pastTimeOf(Date.parse(since)) }),
    href: `/readers/${id}`,
  }),
  place: ({ name, share }) => ({
    text: t('{place} was right for {share} % of the time', { place: name, share: percent(share) }),
    note: t('measured with its reference tags'),
    href: '/locations/accuracy',
  }),
}

export const sentencesOf = ({ data, is_over: isOver }: Schemas['WeekFindings']): Sentence[] =>
  data.map((finding) => sentences[finding.rule](finding, isOver))
