import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { type ApiForm, Form, useApiForm } from '../ui/use-api-form'
import { Section } from '../ui/section'
import { ReaderChain } from './reader-chain'
import { NewToken } from './reader-connection'
import { noReader, ReaderFields, type ReaderInputs, requestOf } from './reader-fields'
import { hasOwnTopic, topicFor } from './reader-formats'
import { useReaderOf } from './use-reader'

type Registered = Schemas['RegisteredReader']

type Kind = 'fixed' | 'handheld'

const kinds: { value: Kind; label: string }[] = [
  { value: 'fixed', label: t('Fixed reader or gateway') },
  { value: 'handheld', label: t('Handheld') },
]

export function NewReaderPage() {
  const [registered, setRegistered] = useState<Registered>()
  const title = registered ? t('{name} is registered', { name: registered.name }) : t('New reader')
  return (
    <div className="narrow">
      <PageHeader title={title} back={{ href: '/readers', label: t('Readers') }} />
      {registered ? <NextSteps registered={registered} /> : <NewReaderForm onRegistered={setRegistered} />}
    </div>
  )
}

type RegistrationInputs = ReaderInputs & { readonly external_key: string; readonly kind: Kind }

function registrationOf({ external_key, kind, ...inputs }: RegistrationInputs, slug: string) {
  const { format } = inputs
  const topic = inputs.topic || (hasOwnTopic(format) ? topicFor(format, slug, external_key) : '')
  // The form begins with one empty row. It is left out when the user did not fill it in.
  const [row, ...others] = inputs.antennas
  const antennas = row?.location_id === null && others.length === 0 ? [] : inputs.antennas
  return { external_key, kind, ...requestOf({ ...inputs, topic, antennas }, kind) }
}

function NewReaderForm({ onRegistered }: { readonly onRegistered: (reader: Registered) => void }) {
  const { organization } = useSignedIn()
  const [params] = useSearchParams()
  const at = Number(params.get('location')) || null
  const antennas = noReader.antennas.map((antenna) => ({ ...antenna, location_id: at }))
  const form = useApiForm({
    initial: { ...noReader, antennas, external_key: '', kind: 'fixed' as Kind },
    submit: (inputs) => {
      const body = registrationOf(inputs, organization.slug)
      return dataOf(api.POST('/internal/v1/readers', { body }))
    },
    done: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['readers'] })
      onRegistered(data)
    },
  })
  const { kind, external_key: key, format } = form.values
  return (
    <Form
      form={form}
      label={t('Register')}
      aside={
        <LinkButton href="/readers" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <Input.Wrapper label={t('Type')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('Type')}
          data={kinds}
          value={kind}
          onChange={(value) => form.set('kind', value)}
        />
      </Input.Wrapper>
      <TextInput
        label={t('Name')}
        description={t('For example, Dock door 3')}
        required
        {...form.text('name')}
      />
      <TextInput
        label={t('Key')}
        description={t(
          "Letters, digits and hyphens. It is also the MQTT user name, and you can't change it later.",
        )}
        required
        autoCapitalize="off"
        spellCheck={false}
        {...form.text('external_key')}
      />
      <ReaderFields
        form={form as unknown as ApiForm<ReaderInputs>}
        kind={kind}
        defaultTopic={topicFor(format, organization.slug, key || 'key')}
      />
    </Form>
  )
}

/** A refused connection is to be seen while the installer is still at the reader. */
const pollMs = 2000

function NextSteps({ registered }: { readonly registered: Registered }) {
  const { data: reader = registered } = useReaderOf(registered.id, pollMs)
  const [token, setToken] = useState(registered.device_token)
  return (
    <Stack>
      <Section id="connection" title={t('Connection settings')}>
        <NewToken reader={reader} token={token} />
      </Section>
      {reader.kind === 'fixed' && (
        <Section id="test" title={t('Connection test')}>
          <ReaderChain reader={reader} onToken={setToken} hasSettings />
        </Section>
      )}
      <div>
        <LinkButton href={`/readers/${registered.id}`} variant="default">
          {t('Open reader')}
        </LinkButton>
      </div>
    </Stack>
  )
}
