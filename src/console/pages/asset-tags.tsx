import { Badge, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { ConfirmButton } from '../parts/confirm-button'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { assetChanged } from './use-asset'

type Asset = Schemas['AssetView']
type TagType = Schemas['TagRequest']['tag_type']

const types: { value: TagType; label: string }[] = [
  { value: 'rfid', label: 'RFID' },
  { value: 'ble', label: 'BLE' },
  { value: 'barcode', label: 'Barcode' },
]

/** By what the asset is known to readers. */
export function AssetTags({ asset }: { readonly asset: Asset }) {
  const { may } = useSignedIn()

  async function detach(tagId: number): Promise<void> {
    const params = { path: { asset_id: asset.id, tag_id: tagId } }
    await dataOf(api.DELETE('/api/v1/assets/{asset_id}/tags/{tag_id}', { params }))
    toastDone('The tag is removed')
    await assetChanged(asset.id)
  }

  return (
    <Card withBorder component="section" aria-labelledby="tags">
      <Title order={2} size="h4" id="tags" mb="xs">
        Tags
      </Title>
      <Stack gap="xs">
        {asset.tags.length === 0 && <Text c="dimmed">None. Without a tag no reader sees it.</Text>}
        {asset.tags.map(({ id, tag_type: type, value }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Group gap="xs" className="tag">
              <Badge variant="outline" color="gray" c="inherit">
                {type}
              </Badge>
              <Text size="sm" ff="monospace" className="tag-value">
                {value}
              </Text>
            </Group>
            {may('manager') && (
              <ConfirmButton
                label="Remove"
                ofWhat={`tag ${value}`}
                size="compact-sm"
                onConfirm={() => detach(id)}
              >
                Readers that hear it will no longer move this asset.
              </ConfirmButton>
            )}
          </Group>
        ))}
        {may('manager') && <AttachTag key={asset.tags.length} assetId={asset.id} />}
      </Stack>
    </Card>
  )
}

function AttachTag({ assetId }: { readonly assetId: number }) {
  const form = useApiForm<{ tag_type: string; value: string }, unknown>({
    initial: { tag_type: 'rfid', value: '' },
    submit: ({ tag_type: type, value }) => {
      const params = { path: { asset_id: assetId } }
      const body = { tag_type: type as TagType, value } as Schemas['TagRequest']
      return dataOf(api.POST('/api/v1/assets/{asset_id}/tags', { params, body }))
    },
    done: () => {
      toastDone('The tag is attached')
      void assetChanged(assetId)
    },
  })
  return (
    <Form form={form} label="Attach">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NativeSelect
          label="Type"
          data={types}
          name="tag_type"
          value={form.values.tag_type}
          onChange={(event) => form.set('tag_type', event.currentTarget.value)}
        />
        <TextInput label="New tag" className="grow" {...form.text('value')} />
      </Group>
    </Form>
  )
}
