import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMail, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { usePlaces } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { DeletedHistory } from '../time-travel/deleted-history'
import { monday } from '../time-travel/time-words'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, Loading } from '../ui/pages/query-states'
import { exactly, fromLocalInput, localDay } from '../ui/values/format'
import { FlowPlan } from './flow-plan'
import { IdleAssets, UnseenAssets } from './idle-assets'
import { useHasLastWeek } from './report-period'
import { reportSection } from './report-section'
import { newSchedule, ScheduleDialog } from './schedule-dialog'
import { useWeek } from './week-data'
import { Figures, MovesByDay, TalkAbout } from './week-parts'
import { weekNumber, weekSpan } from './week-text'

/** So many fit on the page, beside the chart and below it. */
const idleShown = 3
const unseenShown = 4

/** The week on one page, to print for a meeting. */
export function WeekPage() {
  const [params, setParams] = useSearchParams()
  const [opened] = useState(() => new Date(serviceNow()))
  const asked = new Date(fromLocalInput(`${params.get('week') ?? ''}T12:00`) ?? '')
  const isKnown = !Number.isNaN(asked.getTime()) && asked <= opened
  const hasLastWeek = useHasLastWeek(opened, !isKnown)
  const usual = hasLastWeek === undefined ? undefined : monday(opened, hasLastWeek ? -7 : 0)
  const from = isKnown ? monday(asked, 0) : usual
  const to = from && monday(from, 7)
  const step = (weeks: number) => {
    if (from) setParams({ week: localDay(monday(from, 7 * weeks)) }, { replace: true })
  }
  return (
    <>
      <PageHeader title={t('Week')} section={reportSection}>
        <Group gap={4} wrap="nowrap">
          <Button variant="default" aria-label={t('The week before')} onClick={() => step(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button
            variant="default"
            aria-label={t('The week after')}
            disabled={!to || to > opened}
            onClick={() => step(1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </Group>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
      </PageHeader>
      {from && <DeletedHistory since={from.toISOString()} />}
      {from && to ? <WeekSheet from={from} to={to} opened={opened} /> : <Loading lines={8} />}
    </>
  )
}

/** Sends the page by mail. Who cannot do so sees the list of what is sent in its own tab. */
function SendWeek() {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (!may('manager')) return null
  return (
    <>
      <Button
        className="week-send"
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Send every Monday')}
      </Button>
      <ScheduleDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        draft={newSchedule({ name: t('Week') })}
      />
    </>
  )
}

interface WeekSheetProps {
  readonly from: Date
  /** The Monday after it. */
  readonly to: Date
  readonly opened: Date
}

function WeekSheet({ from, to, opened }: WeekSheetProps) {
  const { organization } = useSignedIn()
  const locations = usePlaces()
  const { data: week, error, refetch } = useWeek(from, to)
  return (
    <article className="week-page with-views" aria-label={t('Week {week}', { week: weekNumber(from) })}>
      <header>
        <h2>{t('Week {week}', { week: weekNumber(from) })}</h2>
        <p>
          {t('{span}, compared with week {before}', {
            span: weekSpan(from, to),
            before: weekNumber(monday(from, -7)),
          })}
          {to > opened && ` · ${t('This week is not over.')}`}
        </p>
        <p>
          {organization.name} · {t('as of {time}', { time: exactly(opened.toISOString()) })}
        </p>
        <SendWeek />
      </header>
      {error && !week && <Failed error={error} onRetry={refetch} />}
      {!week && !error && <Loading lines={8} />}
      {week && locations && (
        <>
          <Figures week={week} />
          <div className="week-columns">
            <section aria-labelledby="week-ways">
              <h3 id="week-ways">{t('Where it went')}</h3>
              <FlowPlan
                from={from.toISOString()}
                to={to.toISOString()}
                locations={locations}
                locationKey={null}
              />
            </section>
            <div>
              <MovesByDay days={week.days} />
              <IdleAssets most={idleShown} />
            </div>
          </div>
          <TalkAbout findings={week.findings} />
          <UnseenAssets most={unseenShown} />
          <footer>
            {t(
              'Moves and stays are counted from the history; a recount gives the same. Idle and unseen assets are those of now.',
            )}
          </footer>
        </>
      )}
    </article>
  )
}
