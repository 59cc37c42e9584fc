import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { type ApiForm, Form, useApiForm } from '../ui/use-api-form'
import { NewToken } from './reader-connection'
import { noReader, ReaderFields, type ReaderInputs, requestOf } from './reader-fields'
import { topicFor } from './reader-formats'

type Registered = Schemas['RegisteredReader']

const kinds = [
  { value: 'fixed' as const, label: 'Fixed reader or gateway' },
  { value: 'handheld' as const, label: 'Handheld' },
]

export function NewReaderPage() {
  const [registered, setRegistered] = useState<Registered>()
  const title = registered ? `${registered.name} is registered` : 'New reader'
  return (
    <div className="narrow">
      <PageHeader title={title} back={{ href: '/readers', label: 'Readers' }} />
      {registered ? <NextSteps registered={registered} /> : <NewReaderForm onRegistered={setRegistered} />}
    </div>
  )
}

function NewReaderForm({ onRegistered }: { readonly onRegistered: (reader: Registered) => void }) {
  const { organization } = useSignedIn()
  const form = useApiForm({
    initial: { ...noReader, external_key: '', kind: 'fixed' as 'fixed' | 'handheld' },
    submit: ({ external_key, kind, ...inputs }) => {
      const { format } = inputs
      // A gateway whose other messages are none of ours has a narrower filter than the service's own.
      const topic =
        inputs.topic ||
        (format === 'openmqttgateway' ? topicFor(format, organization.slug, external_key) : '')
      // The row that stands there from the beginning, left as it was.
      const [row, ...others] = inputs.antennas
      const antennas = row?.location_id === null && others.length === 0 ? [] : inputs.antennas
      const body = { external_key, kind, ...requestOf({ ...inputs, topic, antennas }, kind) }
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
      label="Register"
      aside={
        <LinkButton href="/readers" variant="default">
          Cancel
        </LinkButton>
      }
    >
      <Input.Wrapper label="Kind" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Kind"
          data={kinds}
          value={kind}
          onChange={(value) => form.set('kind', value)}
        />
      </Input.Wrapper>
      <TextInput
        label="Name"
        description="What people call it: Dock door 3"
        required
        {...form.text('name')}
      />
      <TextInput
        label="Key"
        description="Letters, digits and hyphens. It is the reader's MQTT user as well, and can't be changed"
        required
        autoCapitalize="off"
        spellCheck={false}
        {...form.text('external_key')}
      />
      <ReaderFields
        form={form as unknown as ApiForm<ReaderInputs>}
        kind={kind}
        usualTopic={topicFor(format, organization.slug, key || 'key')}
      />
    </Form>
  )
}

const NextSteps = ({ registered }: { readonly registered: Registered }) => (
  <Stack>
    <NewToken reader={registered} token={registered.device_token} />
    <div>
      <LinkButton href={`/readers/${registered.id}`}>Done: see whether it is heard</LinkButton>
    </div>
  </Stack>
)
