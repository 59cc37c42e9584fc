import { Alert, Input, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { missing } from '../api/errors'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { CopyField } from '../ui/notices/copy-field'
import { fromLocalInput } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { useSecretForm } from '../ui/forms/lost-secret'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { GuideLink } from './guide-link'

type CreatedApiKey = Schemas['CreatedApiKey']
type Level = 'none' | 'read' | 'write'

const levels: { value: Level; label: string }[] = [
  { value: 'none', label: t('None') },
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and write') },
]

const resources = [
  { name: 'assets', label: t('Assets'), levels },
  { name: 'locations', label: t('Locations'), levels },
  { name: 'tracking', label: t('Tracking (report and history)'), levels: levels.slice(0, 2) },
] as const

const expiries = [
  { value: '', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
  { value: 'date', label: t('On a date') },
]

const dayMs = 86_400_000

const levelsOf: Record<Level, string[]> = { none: [], read: ['read'], write: ['read', 'write'] }

export function NewApiKeyPage() {
  const [minted, setMinted] = useState<CreatedApiKey>()
  return (
    <div className="narrow">
      <PageHeader title={t('New API key')} back={{ href: '/api-keys', label: t('API keys') }} />
      {minted ? <MintedKey minted={minted} /> : <NewKeyForm onMinted={setMinted} />}
    </div>
  )
}

type Granted = Readonly<Record<string, Level>>

/** The inputs of a key. `scopes` and `expires_at` are named as the fields of the request, so that the form shows errors of them. */
const noInputs = {
  name: '',
  scopes: { assets: 'read', locations: 'read', tracking: 'read' } as Granted,
  expiry: '',
  expires_at: '',
}

const scopesOf = (granted: Granted) =>
  resources.flatMap(({ name }) =>
    (levelsOf[granted[name] ?? 'none'] ?? []).map((level) => `${name}:${level}` as 'assets:read'),
  )

/** Null when the key never expires. Throws if no complete date is entered, because null would mean "never". */
function expiresAt(expiry: string, date: string): string | null {
  if (expiry === '') return null
  if (expiry !== 'date') return new Date(serviceNow() + Number(expiry) * dayMs).toISOString()
  const at = fromLocalInput(date)
  if (at === null) throw missing('expires_at', t('Enter a date and a time'))
  return at
}

function NewKeyForm({ onMinted }: { readonly onMinted: (key: CreatedApiKey) => void }) {
  const secret = useSecretForm({
    send: ({ name, scopes, expiry, expires_at: date }: typeof noInputs) => {
      const body = { name, scopes: scopesOf(scopes), expires_at: expiresAt(expiry, date) }
      return dataOf(api.POST('/internal/v1/api-keys', { body }))
    },
    list: (query) => dataOf(api.GET('/internal/v1/api-keys', { params: { query } })),
    idOf: ({ client_id: id }) => id,
    isOf: (row, { name }) => row.name === name,
    lost: ({ name }) =>
      t(
        'The API key “{name}” was stored, but the response with its secret was lost. Revoke it, and create another.',
        { name },
      ),
  })
  const form = useApiForm({
    initial: noInputs,
    ...secret,
    done: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] })
      onMinted(data)
    },
  })
  const { expiry } = form.values
  return (
    <Form
      form={form}
      label={t('Create API key')}
      aside={
        <LinkButton href="/api-keys" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <TextInput
        label={t('Name')}
        description={t('The program that uses the key, for example ERP')}
        required
        {...form.text('name')}
      />
      <ScopeInputs {...form.choice('scopes')} />
      <NativeSelect
        label={t('Expires')}
        data={expiries}
        value={expiry}
        onChange={(event) => form.set('expiry', event.currentTarget.value)}
        error={expiry === 'date' ? undefined : form.text('expires_at').error}
      />
      {expiry === 'date' && (
        <TextInput label={t('Date')} type="datetime-local" required {...form.text('expires_at')} />
      )}
    </Form>
  )
}

interface ScopeInputsProps {
  readonly value: Granted
  readonly onChange: (granted: Granted) => void
  readonly error: ReactNode
}

const ScopeInputs = ({ value: granted, onChange, error }: ScopeInputsProps) => (
  <Input.Wrapper label={t('Scopes')} labelElement="div" error={error}>
    <Stack gap="xs">
      {resources.map((resource) => (
        <Input.Wrapper key={resource.name} label={resource.label} labelElement="div" size="xs">
          <SegmentedControl
            fullWidth
            aria-label={resource.label}
            data={[...resource.levels]}
            value={granted[resource.name] ?? 'none'}
            onChange={(level) => onChange({ ...granted, [resource.name]: level })}
          />
        </Input.Wrapper>
      ))}
    </Stack>
  </Input.Wrapper>
)

const curlOf = ({ client_id, client_secret }: CreatedApiKey): string =>
  `curl ${location.origin}/api/v1/oauth/token -H 'Content-Type: application/json' ` +
  `-d '${JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret })}'`

function MintedKey({ minted }: { readonly minted: CreatedApiKey }) {
  return (
    <Stack>
      <Alert color="yellow" title={t('{name} created', { name: minted.name })} role="status">
        {t("Copy the client_secret now. You won't see it again.")}
      </Alert>
      <CopyField label="client_id" value={minted.client_id} />
      <CopyField label="client_secret" value={minted.client_secret} />
      <CopyField label={t('Get an access token')} value={curlOf(minted)} />
      <GuideLink />
      <div>
        <LinkButton href="/api-keys">{t('Done')}</LinkButton>
      </div>
    </Stack>
  )
}
