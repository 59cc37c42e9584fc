import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf } from '../../api/client'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { EditLayout } from '../../ui/forms/edit-layout'
import { NotFound } from '../../ui/pages/query-states'
import { useEditForm } from '../../ui/forms/use-edit-form'
import { ReaderFields, readerInputsOf, requestOf } from './reader-fields'
import { topicFor } from '../reader-formats'
import { pathOf, type Reader, readerChanged, readReader, useReader } from '../use-reader'

export function EditReaderPage() {
  const { data: reader, error, refetch } = useReader()
  if (reader) return <EditReader reader={reader} />
  return <NotFound error={error} onRetry={refetch} back={{ href: '/readers', label: t('Readers') }} />
}

const labels = {
  name: t('Name'),
  format: t('Model or format'),
  mapping: t('Field mapping'),
  topic: t('MQTT topic filter'),
  antennas: t('Antennas'),
  time_zone: t('Time zone of its times'),
  presence_timeout_seconds: t('Presence timeout'),
  is_active: t('Active'),
}

function EditReader({ reader }: { readonly reader: Reader }) {
  const [, navigate] = useLocation()
  const { organization } = useSignedIn()
  const href = `/readers/${reader.id}`
  const params = pathOf(reader)
  const edit = useEditForm({
    row: reader,
    inputsOf: readerInputsOf,
    labels,
    save: (inputs, { kind, updated_at }) => {
      const body = { ...requestOf(inputs, kind), updated_at }
      return dataOf(api.PATCH('/internal/v1/readers/{reader}', { params, body }))
    },
    reload: () => readReader(reader.id),
    changed: () => readerChanged(reader.id),
    onSaved: () => navigate(href, { replace: true }),
  })
  return (
    <EditLayout name={reader.name} href={href} edit={edit}>
      <TextInput label={t('Name')} required {...edit.form.text('name')} />
      <ReaderFields
        form={edit.form}
        kind={reader.kind}
        defaultTopic={topicFor('', organization.slug, reader.external_key)}
        readerId={reader.id}
      />
    </EditLayout>
  )
}
