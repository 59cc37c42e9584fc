import { Group, Stack, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { Section } from '../ui/pages/section'
import { toastDone } from '../ui/notices/toasts'
import { type Identity, identityText, useIdentities } from './identity-text'
import { AddTag, type AddTagProps } from './add-tag'
import { tagTypeName } from './tag-types'

type Tag = Schemas['Tag']

interface TagsCardProps extends AddTagProps {
  readonly tags: readonly Tag[]
  /** The text shown when there are no tags. */
  readonly none: string
  /** What happens when a tag is removed, for the dialog that asks to confirm it. */
  readonly removing: string
  readonly detach: (tagId: number) => Promise<unknown>
}

/** Lists the tags of an asset or a location, to add and remove them. */
export function TagsCard({ tags, none, removing, firstType, owner, attach, detach }: TagsCardProps) {
  const { may } = useSignedIn()
  const identities = useIdentities(tags.map(({ value }) => value))

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
              <div>
                <Text size="sm" ff="monospace" className="tag-value">
                  {value}
                </Text>
                <IdentityOf identity={identities.get(value)} />
              </div>
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

/** The object that the value of a tag names. */
const IdentityOf = ({ identity }: { readonly identity: Identity | undefined }) =>
  identity && (
    <Text size="sm" c="dimmed" className="tag-value">
      {identityText(identity)}
    </Text>
  )
