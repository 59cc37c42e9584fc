import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { tagTypes } from '../records/tags-card'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { AssetFields, changesOf, noAsset } from './asset-fields'

type TagType = Schemas['TagRequest']['tag_type']

export function NewAssetPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    // `tags` holds the value of the first tag. It is named as the field of the request, so that the form shows errors of it here.
    initial: { ...noAsset, tag_type: 'rfid' as TagType, tags: '' },
    submit: ({ tag_type, tags: value, ...inputs }) => {
      const tags = value === '' ? [] : [{ tag_type, value }]
      const body = { ...changesOf(inputs, noAsset), name: inputs.name, tags }
      return dataOf(api.POST('/api/v1/assets', { body }))
    },
    done: ({ data: { id, name } }) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      toastDone(`${name} created`)
      navigate(`/assets/${id}`, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title="New asset" back={{ href: '/assets', label: 'Assets' }} />
      <Form
        form={form}
        label="Create"
        aside={
          <LinkButton href="/assets" variant="default">
            Cancel
          </LinkButton>
        }
      >
        <AssetFields form={form}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <NativeSelect
              label="Type"
              data={tagTypes}
              name="tag_type"
              value={form.values.tag_type}
              onChange={(event) => form.set('tag_type', event.currentTarget.value as TagType)}
            />
            <TextInput
              label="Tag"
              description="RFID, Bluetooth or barcode value. You can add more later."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              className="grow"
              autoCapitalize="off"
              spellCheck={false}
              {...form.text('tags')}
            />
          </Group>
        </AssetFields>
        <TextInput
          label="Key"
          description="Letters, digits and hyphens. Leave empty to assign one."
          {...form.text('external_key')}
        />
      </Form>
    </div>
  )
}
