import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/confirm-button'
import { Section } from '../ui/section'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import {
  isOf,
  isOwnedBy,
  moveTag,
  type NewTag,
  type OwnedTag,
  type TagOwner,
  tagsLike,
  type Taken,
  takenBy,
} from './same-tags'
import { tagTypeName, tagTypes } from './tag-types'
import { TakenTag } from './taken-tag'

type Tag = Schemas['Tag']

interface TagsCardProps {
  readonly tags: readonly Tag[]
  /** The text shown when there are no tags. */
  readonly none: string
  /** What happens when a tag is removed, for the dialog that asks to confirm it. */
  readonly removing: string
  readonly firstType: NewTag['tag_type']
  readonly owner: TagOwner
  readonly attach: (tag: NewTag) => Promise<unknown>
  readonly detach: (tagId: number) => Promise<unknown>
}

/** Lists the tags of an asset or a location, to add and remove them. */
export function TagsCard({ tags, none, removing, firstType, owner, attach, detach }: TagsCardProps) {
  const { may } = useSignedIn()

  async function remove(tagId: number): Promise<void> {
    await detach(tagId)
    toastDone(t('Tag removed'))
  }

  return (
    <Section id="tags" title={t('Tags')}>
      <Stack gap="xs">
        {tags.length === 0 && <Text c="dimmed">{none}</Text>}
        {tags.map(({ id, tag_type: type, value }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Group gap="xs" className="tag">
              <Text span size="sm" c="dimmed">
                {tagTypeName(type)}
              </Text>
              <Text size="sm" ff="monospace" className="tag-value">
                {value}
              </Text>
            </Group>
            {may('manager') && (
              <ConfirmButton
                label={t('Remove')}
                title={t('Remove tag {value}', { value })}
                confirm={t('Remove tag')}
                size="compact-sm"
                className="rigid"
                onConfirm={() => remove(id)}
              >
                {removing}
              </ConfirmButton>
            )}
          </Group>
        ))}
        {may('manager') && <AddTag firstType={firstType} owner={owner} attach={attach} />}
      </Stack>
    </Section>
  )
}

type AddTagProps = Pick<TagsCardProps, 'firstType' | 'owner' | 'attach'>

/** Adds a tag. Says when others have the tag, also in another spelling, because reads would move only one of them. */
function AddTag({ firstType, owner, attach }: AddTagProps) {
  const [taken, setTaken] = useState<Taken>()
  const form = useApiForm<{ tag_type: string; value: string }, true | null>({
    initial: { tag_type: firstType, value: '' },
    submit: async (values) => {
      const tag = values as NewTag
      const same = await tagsLike(tag.value, tag.tag_type)
      const others = same.filter((one) => !isOwnedBy(one, owner))
      setTaken(takenBy(tag, others))
      if (others.length > 0) return null
      const [own] = same
      if (own) throw alreadyHere(own)
      await attach(tag)
      return true
    },
    done(isAdded) {
      if (!isAdded) return
      form.discard()
      toastDone(t('Tag added'))
    },
  })
  return (
    <>
      <Form form={form} label={t('Add tag')} isSecondary>
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <NativeSelect
            label={t('Type')}
            data={tagTypes}
            name="tag_type"
            value={form.values.tag_type}
            onChange={(event) => form.set('tag_type', event.currentTarget.value)}
          />
          <TextInput label={t('New tag')} className="grow" {...form.text('value')} />
        </Group>
      </Form>
      {taken && isOf(taken, form.values) && (
        <TakenTag
          taken={taken}
          label={t('Move it here')}
          onMove={async () => {
            await moveTag(taken.tag, owner)
            setTaken(undefined)
            form.discard()
            toastDone(t('Tag moved'))
          }}
          onCancel={() => setTaken(undefined)}
        />
      )}
    </>
  )
}

/** An error at the field, in the form of the service's errors. */
function alreadyHere({ value }: OwnedTag): ApiError {
  const message = t('Already added as {value}', { value })
  return new ApiError(400, 'validation_error', message, [{ field: 'value', code: 'invalid_value', message }])
}
