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
    // `tags` is the value of the first one: what the service says of the request's field is shown at the input.
    initial: { ...noAsset, tag_type: 'rfid' as TagType, tags: '' },
    submit: ({ tag_type, tags: value, ...inputs }) => {
      const tags = value === '' ? [] : [{ tag_type, value }]
      const body = { ...changesOf(inputs, noAsset), name: inputs.name, tags }
      return dataOf(api.POST('/api/v1/assets', { body }))
    },
    done: ({ data: { id, name } }) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      toastDone(`${name} is created`)
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
              description="By what readers know it; more can be attached later"
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
          description="Letters, digits and hyphens; left empty, the next free one is taken"
          {...form.text('external_key')}
        />
      </Form>
    </div>
  )
}
