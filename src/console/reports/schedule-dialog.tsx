import { Alert, MultiSelect, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { useViews } from '../asset-list/use-views'
import { t } from '../languages/messages'
import { timeZone } from '../languages/zone'
import { FormDialog } from '../ui/forms/form-dialog'
import { type ApiForm, Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import {
  hourText,
  kindName,
  type Schedule,
  schedulesChanged,
  type ScheduleKind,
  useMembers,
  weekdayName,
} from './use-schedules'

type ScheduleDraft = Required<Schemas['MailScheduleInput']>
type Recipient = ScheduleDraft['recipients'][number]

export const newSchedule = (values: Partial<ScheduleDraft> = {}): ScheduleDraft => ({
  name: '',
  kind: 'week',
  view_id: null,
  weekday: 1,
  hour: 7,
  recipients: [],
  is_enabled: true,
  ...values,
})

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly draft: ScheduleDraft
  /** The schedule that is changed; undefined: a new one. */
  readonly schedule?: Schedule | undefined
}

/** Creates or changes what is sent by mail. */
export const ScheduleDialog = ({ opened, onClose, draft, schedule }: DialogProps) => (
  <FormDialog opened={opened} onClose={onClose} title={schedule ? t('Edit schedule') : t('Send by mail')}>
    <ScheduleForm draft={draft} schedule={schedule} onDone={onClose} />
  </FormDialog>
)

interface FormProps extends Pick<DialogProps, 'draft' | 'schedule'> {
  readonly onDone: () => void
}

const kinds: readonly ScheduleKind[] = ['week', 'dwell', 'flows', 'occupancy', 'view']
const days = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function ScheduleForm({ draft, schedule, onDone }: FormProps) {
  const form = useApiForm({
    initial: draft,
    submit: (body) =>
      schedule
        ? dataOf(
            api.PATCH('/internal/v1/mail-schedules/{schedule}', {
              params: { path: { schedule: schedule.id } },
              body,
            }),
          )
        : dataOf(api.POST('/internal/v1/mail-schedules', { body })),
    done({ data }) {
      toastDone(t('{name} saved', { name: data.name }))
      void schedulesChanged()
      onDone()
    },
  })
  const { kind, weekday } = form.values
  return (
    <Form form={form} label={t('Save')}>
      <Stack>
        <TextInput label={t('Name')} required data-autofocus {...form.text('name')} />
        <Select
          label={t('What is sent')}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: kindName(value) }))}
          value={kind}
          onChange={(chosen) => {
            form.set('kind', (chosen ?? 'week') as ScheduleKind)
            if (chosen !== 'view') form.set('view_id', null)
            if (chosen === 'week' && weekday === null) form.set('weekday', 1)
          }}
        />
        {kind === 'view' && <ViewInput form={form} />}
        <TimeInputs form={form} timeZone={schedule?.time_zone ?? timeZone()} />
        <Recipients form={form} />
        <Switch label={t('Switched on')} {...form.toggle('is_enabled')} />
      </Stack>
    </Form>
  )
}

interface InputProps {
  readonly form: ApiForm<ScheduleDraft>
}

function TimeInputs({ form, timeZone: zone }: InputProps & { readonly timeZone: string }) {
  const { kind, weekday, hour } = form.values
  return (
    <>
      <Select
        label={t('Day')}
        allowDeselect={false}
        data={[
          ...(kind === 'week' ? [] : [{ value: '', label: t('Every day') }]),
          ...days.map((day) => ({ value: String(day), label: weekdayName(day) })),
        ]}
        value={weekday === null ? '' : String(weekday)}
        error={form.problems('weekday')[0]?.message}
        onChange={(chosen) => form.set('weekday', chosen ? Number(chosen) : null)}
      />
      <Select
        label={t('Hour')}
        description={t('In the time zone of the organization: {zone}', {
          zone,
        })}
        allowDeselect={false}
        data={hours.map((each) => ({ value: String(each), label: hourText(each) }))}
        value={String(hour)}
        error={form.problems('hour')[0]?.message}
        onChange={(chosen) => form.set('hour', Number(chosen))}
      />
    </>
  )
}

function ViewInput({ form }: InputProps) {
  const { data: views = [] } = useViews()
  const { view_id: id } = form.values
  return (
    <Select
      label={t('Saved view')}
      searchable
      required
      data={views.map((view) => ({ value: String(view.id), label: view.name }))}
      value={id === null ? null : String(id)}
      error={form.problems('view_id')[0]?.message}
      nothingFoundMessage={t('No results found.')}
      onChange={(chosen) => form.set('view_id', chosen === null ? null : Number(chosen))}
    />
  )
}

function Recipients({ form }: InputProps) {
  const { data: known } = useMembers()
  const { recipients } = form.values
  const users = recipients.flatMap(({ user_id: id }) => id ?? [])
  const emails = recipients.flatMap(({ email }) => email ?? [])
  const change = (ids: readonly string[], addresses: readonly string[]) =>
    form.set('recipients', [
      ...ids.map((id): Recipient => ({ user_id: id })),
      ...addresses.map((email): Recipient => ({ email: email.trim() })),
    ])
  const names = new Map(known?.users.map((user) => [user.user_id, user]))
  const unreachable = users.filter((id) => names.get(id)?.has_address === false)
  return (
    <>
      <MultiSelect
        label={t('Members')}
        searchable
        data={[
          ...[...names.values()].map(({ user_id: value, name: label }) => ({ value, label })),
          ...users.filter((id) => known && !names.has(id)).map((value) => ({ value, label: t('Removed') })),
        ]}
        value={users}
        nothingFoundMessage={t('No results found.')}
        onChange={(chosen) => change(chosen, emails)}
      />
      <TagsInput
        label={t('E-mail addresses')}
        description={t('Enter or a comma ends an address.')}
        value={emails}
        error={form.problems('recipients')[0]?.message}
        onChange={(chosen) => change(users, chosen)}
      />
      {unreachable.length > 0 && (
        <Alert color="yellow">
          {t('No mail can be sent to {names}: the address of the account is not one for mail.', {
            names: unreachable.map((id) => names.get(id)?.name ?? '').join(', '),
          })}
        </Alert>
      )}
    </>
  )
}
