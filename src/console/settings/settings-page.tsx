import { Alert, Stack, TextInput } from '@mantine/core'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { refresh, useSignedIn } from '../api/session'
import { useOrganization } from '../api/use-organization'
import { CopyField } from '../ui/copy-field'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Pairs } from '../ui/pairs'
import { Missing } from '../ui/query-states'
import { forgetsMore, RetentionField } from '../ui/retention-field'
import { toastDone, toastProblem } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { InstallationLimits } from './installation-limits'
import { InstallationOwners } from './installation-owners'
import { OtherRetention } from './other-retention'

type Details = Schemas['OrganizationDetails']

/** What an organization is called, and how long it remembers. */
export function SettingsPage() {
  const { organization, may, isOwner } = useSignedIn()
  const { data, error, refetch } = useOrganization()
  return (
    <div className="narrow">
      <PageHeader title="Settings" subtitle={`Of ${organization.name}, for all its members.`}>
        {may('admin') && (
          <LinkButton href="/audit" variant="default">
            Changes
          </LinkButton>
        )}
        {isOwner && (
          <LinkButton href="/backups" variant="default">
            Backups
          </LinkButton>
        )}
      </PageHeader>
      {!data && <Missing error={error} onRetry={refetch} />}
      {data && (data.role === 'admin' ? <Change details={data} /> : <Read details={data} />)}
      <Stack mt="xl">
        <OtherRetention />
        {may('admin') && <InstallationLimits />}
        {isOwner && <InstallationOwners />}
      </Stack>
    </div>
  )
}

const slugLabel = 'Short name in MQTT topics'

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function Read({ details }: { readonly details: Details }) {
  const { history_retention_days: kept } = details
  return (
    <>
      <Pairs
        pairs={[
          ['Name', details.name],
          [slugLabel, details.slug],
          ['History', kept === null ? 'Kept for ever' : `Kept for ${days(kept)}`],
        ]}
      />
      <Alert mt="md" color="gray">
        An admin can change these.
      </Alert>
    </>
  )
}

function Change({ details }: { readonly details: Details }) {
  const { id, slug, history_retention_days: before } = details
  const form = useApiForm({
    initial: {
      name: details.name,
      isForEver: before === null,
      history_retention_days: before === null ? '' : String(before),
    },
    submit: ({ name, isForEver, history_retention_days: text }) => {
      const body = { name, history_retention_days: isForEver ? null : Number(text) }
      const params = { path: { organization: id } }
      return dataOf(api.PATCH('/internal/v1/organizations/{organization}', { params, body }))
    },
    done({ data }) {
      toastDone('The settings are saved')
      queryClient.setQueryData(['organization', id], data)
      // The session knows the name too.
      if (data.name !== details.name) void refresh().catch(toastProblem)
    },
  })
  const { isForEver, history_retention_days: text } = form.values
  const wanted = Number(text)
  return (
    <Form form={form} label="Save">
      <TextInput label="Name" required {...form.text('name')} />
      <CopyField label={slugLabel} value={slug} />
      <RetentionField
        label="History"
        description="How long it is kept where each asset has been"
        what="it"
        isForEver={isForEver}
        onChange={(value) => form.set('isForEver', value)}
        least={1}
        days={form.text('history_retention_days')}
      />
      {forgetsMore(before, isForEver, wanted) && (
        <Alert color="yellow" title="Older history is deleted for good" role="status">
          Everything that ended more than {days(wanted)} ago goes within an hour of saving, and can&apos;t be
          brought back. Where each asset is now stays.
        </Alert>
      )}
    </Form>
  )
}
