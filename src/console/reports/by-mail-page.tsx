import { Alert, Button, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { mailText, useMail } from '../alerts/mail'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { type Column, DataTable } from '../ui/lists/data-table'
import { useList } from '../ui/lists/use-list'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { PageLink } from '../ui/pages/link'
import { DangerItem, MoreMenu } from '../ui/pages/more-menu'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { reportSection } from './report-section'
import { newSchedule, ScheduleDialog } from './schedule-dialog'
import {
  kindName,
  mailStateText,
  type Schedule,
  schedulesChanged,
  schedulesKey,
  whenText,
} from './use-schedules'

const pollMs = 5_000

/** What is sent by mail, and when. */
export function ByMailPage() {
  const { may } = useSignedIn()
  const [params, setParams] = useSearchParams()
  // A link of a saved view opens the form for it.
  const viewId = Number(params.get('view') ?? 0)
  const [isNew, setNew] = useState(viewId > 0)
  const [edited, setEdited] = useState<Schedule>()
  const list = useList({
    key: schedulesKey,
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/mail-schedules', { params: { query: { limit, offset } } })),
    pollMs,
  })
  const close = () => {
    setNew(false)
    setEdited(undefined)
    if (viewId > 0) setParams({}, { replace: true })
  }
  const add = may('manager') && <Button onClick={() => setNew(true)}>{t('New schedule')}</Button>
  const draft = edited
    ? newSchedule(valuesOf(edited))
    : newSchedule(
        viewId > 0 ? { kind: 'view', view_id: viewId, name: params.get('name') ?? '' } : { name: t('Week') },
      )
  return (
    <>
      <PageHeader title={t('By mail')} section={reportSection}>
        {!list.isEmpty && add}
      </PageHeader>
      <Stack className="with-views">
        <MailNotice />
        <DataTable
          name={t('By mail')}
          storedAs="MailSchedules"
          list={list}
          columns={columnsFor(may('manager') ? setEdited : undefined)}
          keyOf={({ id }) => id}
          empty={
            <EmptyList title={t('Schedules appear here')} action={add}>
              {t(
                'A schedule sends a report or a saved view by mail: as a table, and as a file for spreadsheets.',
              )}
            </EmptyList>
          }
        />
      </Stack>
      <ScheduleDialog
        key={edited?.id ?? 'new'}
        opened={isNew || edited !== undefined}
        onClose={close}
        draft={draft}
        schedule={edited}
      />
    </>
  )
}

const valuesOf = ({ name, kind, view_id, weekday, hour, recipients, is_enabled }: Schedule) => ({
  name,
  kind,
  view_id,
  weekday,
  hour,
  recipients,
  is_enabled,
})

/** Mail that is not set up, or cannot be sent. */
function MailNotice() {
  const { data: mail } = useMail()
  if (!mail || mail.state === 'ok') return null
  return (
    <Alert color={mail.state === 'failing' ? 'red' : 'gray'} title={t('Mail')}>
      {mailText(mail)}{' '}
      <PageLink href="/mail" inherit underline="always">
        {t('Mail and outputs')}
      </PageLink>
    </Alert>
  )
}

function columnsFor(
  onEdit: ((schedule: Schedule) => void) | undefined,
): [Column<Schedule>, ...Column<Schedule>[]] {
  return [
    { key: 'name', label: t('Name'), cell: ({ name }) => name },
    {
      key: 'kind',
      label: t('What is sent'),
      cell: ({ kind, view_name: view }) =>
        view === null ? kindName(kind) : t('View {name}', { name: view }),
    },
    { key: 'when', label: t('When'), cell: whenText },
    {
      key: 'recipients',
      label: t('Recipients'),
      cell: ({ recipient_states: states }) =>
        states.map(({ name, state }) => (state === 'gone' ? t('Removed') : name)).join(', '),
    },
    { key: 'next', label: t('Next mail'), cell: (schedule) => <NextMail schedule={schedule} /> },
    { key: 'last', label: t('Last mail'), cell: (schedule) => <LastMail schedule={schedule} /> },
    ...(onEdit
      ? [
          {
            key: 'actions',
            label: t('Actions'),
            cell: (schedule: Schedule) => <Actions schedule={schedule} onEdit={onEdit} />,
          },
        ]
      : []),
  ]
}

function NextMail({ schedule }: { readonly schedule: Schedule }) {
  const { is_enabled: isOn, paused_reason: reason, paused_text: text, next_at: next } = schedule
  if (!isOn) return t('Switched off')
  if (reason !== null) return t('Paused: {reason}', { reason: serverText(reason, text) })
  return <Time at={next} />
}

function LastMail({ schedule: { last } }: { readonly schedule: Schedule }) {
  if (last === null) return t('No mail was sent yet')
  return (
    <>
      <Time at={last.ended_at ?? last.due_at} />
      <Text size="sm" c="dimmed">
        {mailStateText(last)}
      </Text>
    </>
  )
}

interface ActionsProps {
  readonly schedule: Schedule
  readonly onEdit: (schedule: Schedule) => void
}

function Actions({ schedule, onEdit }: ActionsProps) {
  const [isAsked, setAsked] = useState(false)
  const { id, name } = schedule
  const params = { path: { schedule: id } }
  async function send(): Promise<void> {
    await dataOf(api.POST('/internal/v1/mail-schedules/{schedule}/send', { params }))
    toastDone(t('{name} is being sent', { name }))
    await schedulesChanged()
  }
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/mail-schedules/{schedule}', { params }))
    await schedulesChanged()
    toastDone(t('{name} deleted', { name }))
  }
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => onEdit(schedule)}>{t('Edit')}</Menu.Item>
        <Menu.Item onClick={() => void send().catch(toastProblem)}>{t('Send now')}</Menu.Item>
        <DangerItem onClick={() => setAsked(true)}>{t('Delete schedule')}</DangerItem>
      </MoreMenu>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('Delete the schedule “{name}”', { name })}
        label={t('Delete schedule')}
        onConfirm={remove}
      >
        {t('Mail that waits is not sent. What was sent stays in the mailboxes.')}
      </ConfirmDialog>
    </>
  )
}
