import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { ApiError } from '../api/errors'
import { useSignedIn } from '../api/session'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { ReaderFields, type ReaderInputs, readerInputsOf, requestOf } from './reader-fields'
import { topicFor } from './reader-formats'
import { pathOf, type Reader, readerChanged, useReader } from './use-reader'

export function EditReaderPage() {
  const { data: reader, error, refetch } = useReader()
  if (reader) return <EditReader reader={reader} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
}

/** The row that was read goes along with the change: what somebody else changed meanwhile is not overwritten. */
async function save(reader: Reader, inputs: ReaderInputs): Promise<void> {
  const body = { ...requestOf(inputs, reader.kind), updated_at: reader.updated_at }
  try {
    await dataOf(api.PATCH('/internal/v1/readers/{reader}', { params: pathOf(reader), body }))
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.fields.some(({ field }) => field === 'updated_at')
    throw isOutdated ? new Error('Somebody has changed this reader meanwhile. Load the page again.') : error
  }
}

function EditReader({ reader }: { readonly reader: Reader }) {
  const [, navigate] = useLocation()
  const { organization } = useSignedIn()
  const href = `/readers/${reader.id}`
  // As it was when the form was opened, whatever is read in the background.
  const [opened] = useState(reader)
  const form = useApiForm({
    initial: readerInputsOf(opened),
    submit: (inputs) => save(opened, inputs),
    done: () => {
      void readerChanged(reader.id)
      toastDone('Saved')
      navigate(href, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={`Edit ${reader.name}`} back={{ href, label: reader.name }} />
      <Form
        form={form}
        label="Save"
        aside={
          <LinkButton href={href} variant="default">
            Cancel
          </LinkButton>
        }
      >
        <TextInput label="Name" required {...form.text('name')} />
        <ReaderFields
          form={form}
          kind={reader.kind}
          usualTopic={topicFor('', organization.slug, reader.external_key)}
          readerId={reader.id}
        />
      </Form>
    </div>
  )
}
