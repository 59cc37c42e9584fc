import { Alert, Autocomplete, Stack, TextInput } from '@mantine/core'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { refresh, useSignedIn } from '../api/session'
import { useOrganization } from '../api/use-organization'
import { t } from '../languages/messages'
import { CopyField } from '../ui/notices/copy-field'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { QueryState } from '../ui/pages/query-states'
import { RehearsalPreview } from '../ui/forms/rehearsal'
import { deletesMore, RetentionField } from '../ui/forms/retention-field'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { changesOf, Form, useApiForm } from '../ui/forms/use-api-form'
import { InstallationDatabase } from './installation-database'
import { InstallationLimits } from './installation-limits'
import { InstallationOwners } from './installation-owners'
import { OtherRetention } from './other-retention'
import { SettingsLinks } from './settings-links'
import { SimulatedData } from './simulated-data'
import { SensitivityField, sensitivityEffects } from './sensitivity-field'

const timeZones = Intl.supportedValuesOf('timeZone')
/** Maximum number of suggestions. */
const zonesShown = 20

type Details = Schemas['OrganizationDetails']

/** Shows the settings of the organization, and the limits and owners of the installation. */
export function SettingsPage() {
  const { organization, may, isOwner } = useSignedIn()
  const { data, error, refetch } = useOrganization()
  return (
    <div className="narrow">
      <PageHeader
        title={t('Settings')}
        subtitle={t('These settings apply to all members of {name}.', { name: organization.name })}
      />
      <SettingsLinks />
      {!data && <QueryState error={error} onRetry={refetch} />}
      {data && (data.role === 'admin' ? <SettingsForm details={data} /> : <SettingsView details={data} />)}
      <Stack mt="xl">
        <OtherRetention />
        {may('admin') && <SimulatedData />}
        {may('admin') && <InstallationLimits />}
        {may('admin') && <InstallationDatabase />}
        {isOwner && <InstallationOwners />}
      </Stack>
    </div>
  )
}

const ofBrowser = t('That of each browser')

const slugLabel = t('Short name in MQTT topics')

const days = (count: number): string => t('{count, plural, one {# day} other {# days}}', { count })

function SettingsView({ details }: { readonly details: Details }) {
  const { history_retention_days: kept } = details
  return (
    <>
      <Pairs
        pairs={[
          [t('Name'), details.name],
          [slugLabel, details.slug],
          [t('Time zone'), details.time_zone ?? ofBrowser],
          [t('Sensitivity of locations'), sensitivityEffects[details.sensitivity]],
          [t('History'), kept === null ? t('Kept forever') : t('Kept for {days}', { days: days(kept) })],
        ]}
      />
      <Alert mt="md" color="gray">
        {t('Only an admin can change these settings.')}
      </Alert>
    </>
  )
}

/** Rehearses the sensitivity of the form on recent reads. */
async function rehearse({ sensitivity }: Pick<Details, 'sensitivity'>) {
  return (await dataOf(api.POST('/internal/v1/rehearsal', { body: { sensitivity } }))).data
}

const inputsOf = (details: Details) => ({
  name: details.name,
  isForever: details.history_retention_days === null,
  history_retention_days: String(details.history_retention_days ?? ''),
  sensitivity: details.sensitivity,
  event_log_days: String(details.event_log_days),
  event_log_max: String(details.event_log_max),
  gs1_company_prefix: details.gs1_company_prefix ?? '',
  time_zone: details.time_zone ?? '',
})

function requestOf({
  isForever,
  history_retention_days: text,
  gs1_company_prefix: prefix,
  time_zone: zone,
  ...inputs
}: ReturnType<typeof inputsOf>) {
  return {
    ...inputs,
    history_retention_days: isForever ? null : Number(text),
    event_log_days: Number(inputs.event_log_days),
    event_log_max: Number(inputs.event_log_max),
    gs1_company_prefix: prefix.trim() === '' ? null : prefix.trim(),
    time_zone: zone.trim() === '' ? null : zone.trim(),
  }
}

function useSettingsForm(details: Details) {
  const { id } = details
  return useApiForm({
    initial: inputsOf(details),
    submit: (inputs, saved) => {
      const body = changesOf(requestOf(inputs), requestOf(saved))
      const params = { path: { organization: id } }
      return dataOf(api.PATCH('/internal/v1/organizations/{organization}', { params, body }))
    },
    done({ data }) {
      toastDone(t('Settings saved'))
      queryClient.setQueryData(['organization', id], data)
      // The session holds the name and the zone, too.
      if (data.name !== details.name || data.time_zone !== details.time_zone)
        void refresh().catch(toastProblem)
    },
  })
}

type SettingsFormState = ReturnType<typeof useSettingsForm>

function SettingsForm({ details }: { readonly details: Details }) {
  const form = useSettingsForm(details)
  return (
    <Form form={form} label={t('Save')}>
      <TextInput label={t('Name')} required {...form.text('name')} />
      <CopyField label={slugLabel} value={details.slug} />
      <ZoneField form={form} />
      <SensitivityField
        value={form.values.sensitivity}
        error={form.choice('sensitivity').error}
        onChange={(value) => form.set('sensitivity', value)}
      />
      <RehearsalPreview form={form} rehearse={rehearse} />
      <HistoryFields form={form} before={details.history_retention_days} />
      <EventLogFields form={form} />
      <TextInput
        label={t('GS1 company prefix')}
        description={t(
          '6 to 12 digits. EPCIS events identify an asset by this prefix and its key when its RFID tags contain no GS1 number.',
        )}
        inputMode="numeric"
        {...form.text('gs1_company_prefix')}
      />
    </Form>
  )
}

/** The zone of all days and hours that people choose and read. */
const ZoneField = ({ form }: { readonly form: SettingsFormState }) => (
  <Autocomplete
    label={t('Time zone')}
    description={t(
      'Days, hours and times of the console, of reports and of mail are those of this time zone. Leave empty to use that of each browser.',
    )}
    placeholder={ofBrowser}
    data={timeZones}
    limit={zonesShown}
    maw="24rem"
    value={form.values.time_zone}
    error={form.choice('time_zone').error}
    onChange={(value) => form.set('time_zone', value)}
  />
)

/** @param before the stored number of days; null when history is kept forever */
function HistoryFields({
  form,
  before,
}: {
  readonly form: SettingsFormState
  readonly before: number | null
}) {
  const { isForever, history_retention_days: text } = form.values
  const keptDays = Number(text)
  return (
    <>
      <RetentionField
        label={t('History retention')}
        description={t('How long the location history of assets is kept')}
        what="it"
        isForever={isForever}
        onChange={(value) => form.set('isForever', value)}
        least={1}
        days={form.text('history_retention_days')}
      />
      {deletesMore(before, isForever, keptDays) && (
        <Alert color="yellow" title={t('Older history is permanently deleted')} role="status">
          {t(
            "Stays that ended more than {days} ago are deleted within an hour after you save. You can't undo this. The current location of each asset is kept.",
            { days: days(keptDays) },
          )}
        </Alert>
      )}
    </>
  )
}

function EventLogFields({ form }: { readonly form: SettingsFormState }) {
  return (
    <>
      <TextInput
        label={t('Event log retention')}
        description={t('Number of days for which programs can read events')}
        type="number"
        inputMode="numeric"
        min={1}
        required
        maw="12rem"
        {...form.text('event_log_days')}
      />
      <TextInput
        label={t('Maximum number of events')}
        description={t('Older events are deleted from the event log.')}
        type="number"
        inputMode="numeric"
        min={1_000}
        required
        maw="12rem"
        {...form.text('event_log_max')}
      />
    </>
  )
}
