import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { moveTag, type NewTag, type OwnedTag } from '../records/same-tags'
import { OwnerLink } from '../records/taken-tag'
import { FailedSection } from '../ui/pages/failed-section'
import { Section } from '../ui/pages/section'
import { toastDone, toastProblem } from '../ui/notices/toasts'

const shown = 10
const pollMs = 60_000

/** Lists the tags that several assets or locations have, and lets the user choose the right one. */
export function SharedTags() {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-tags'],
    queryFn: () => dataOf(api.GET('/internal/v1/shared-tags', { params: { query: { limit: shown } } })),
    refetchInterval: pollMs,
  })
  if (!data && error)
    return <FailedSection id="shared-tags" title={t('Shared tags')} error={error} onRetry={refetch} />
  if (!data || data.total_count === 0) return null
  return (
    <Section id="shared-tags" title={t('Shared tags')}>
      <Text size="sm" mb="sm">
        {t(
          '{count, plural, one {One tag is on several assets or locations.} other {# tags are on several assets or locations.}} Reads move only one of them.',
          { count: data.total_count },
        )}
      </Text>
      <ul className="shares" aria-label={t('Tags with several owners')}>
        {data.data.map((shared) => (
          <SharedTag key={`${shared.tag_type} ${shared.tags[0]?.id}`} shared={shared} />
        ))}
      </ul>
      {data.total_count > data.data.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('The first {count} are shown.', { count: data.data.length })}
        </Text>
      )}
    </Section>
  )
}

/** The first spelling of each owner. */
const ownersOf = (tags: readonly OwnedTag[]): OwnedTag[] => [
  ...new Map(
    tags.toReversed().map((tag) => [`${tag.asset_id ?? ''}/${tag.location_id ?? ''}`, tag] as const),
  ).values(),
]

function SharedTag({ shared: { tag_type: type, tags } }: { readonly shared: Schemas['SharedTag'] }) {
  const { may } = useSignedIn()
  const [isBusy, setBusy] = useState(false)

  async function keepOn(tag: OwnedTag): Promise<void> {
    setBusy(true)
    try {
      const owner =
        tag.asset_id === null ? { location_id: tag.location_id as number } : { asset_id: tag.asset_id }
      await moveTag({ tag_type: type as NewTag['tag_type'], value: tag.value }, owner)
      toastDone(t('The tag is now only on {owner}', { owner: tag.owner_name }))
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <li>
      <Stack gap={4}>
        {ownersOf(tags).map((tag) => (
          <Group key={tag.id} justify="space-between" gap="xs">
            <Text component="div" size="sm" className="tag-value">
              <OwnerLink tag={tag} />{' '}
              <Text span ff="monospace" size="sm">
                {tag.value}
              </Text>
            </Text>
            {may('manager') && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={t('Keep only here: {owner}, {value}', {
                  owner: tag.owner_name,
                  value: tag.value,
                })}
                onClick={() => void keepOn(tag)}
              >
                {t('Keep only here')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </li>
  )
}
