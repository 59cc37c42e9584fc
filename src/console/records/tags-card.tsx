import { Badge, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { ConfirmButton } from '../ui/confirm-button'
import { Section } from '../ui/section'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'

type Tag = Schemas['Tag']
type NewTag = Schemas['TagRequest']

export const tagTypes: { value: NewTag['tag_type']; label: string }[] = [
  { value: 'rfid', label: 'RFID' },
  { value: 'ble', label: 'BLE' },
  { value: 'barcode', label: 'Barcode' },
]

interface TagsCardProps {
  readonly tags: readonly Tag[]
  /** The text shown when there are no tags. */
  readonly none: string
  /** What happens when a tag is removed, for the dialog that asks to confirm it. */
  readonly removing: string
  readonly firstType: NewTag['tag_type']
  readonly attach: (tag: NewTag) => Promise<unknown>
  readonly detach: (tagId: number) => Promise<unknown>
}

/** Lists the tags of an asset or a location, to add and remove them. */
export function TagsCard({ tags, none, removing, firstType, attach, detach }: TagsCardProps) {
  const { may } = useSignedIn()

  async function remove(tagId: number): Promise<void> {
    await detach(tagId)
    toastDone('Tag removed')
  }

  return (
    <Section id="tags" title="Tags">
      <Stack gap="xs">
        {tags.length === 0 && <Text c="dimmed">{none}</Text>}
        {tags.map(({ id, tag_type: type, value }) => (
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
                className="rigid"
                onConfirm={() => remove(id)}
              >
                {removing}
              </ConfirmButton>
            )}
          </Group>
        ))}
        {may('manager') && <AddTag key={tags.length} firstType={firstType} attach={attach} />}
      </Stack>
    </Section>
  )
}

function AddTag({ firstType, attach }: Pick<TagsCardProps, 'firstType' | 'attach'>) {
  const form = useApiForm<{ tag_type: string; value: string }, unknown>({
    initial: { tag_type: firstType, value: '' },
    submit: (tag) => attach(tag as NewTag),
    done: () => toastDone('Tag added'),
  })
  return (
    <Form form={form} label="Add tag">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NativeSelect
          label="Type"
          data={tagTypes}
          name="tag_type"
          value={form.values.tag_type}
          onChange={(event) => form.set('tag_type', event.currentTarget.value)}
        />
        <TextInput label="New tag" className="grow" {...form.text('value')} />
      </Group>
    </Form>
  )
}
