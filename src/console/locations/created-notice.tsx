import { Alert, Group, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'
import type { TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'

/** The parameter of the address that leads to the page of a new location. */
export const createdParameter = 'created'

/** After a location was created: what can be done next. */
export function CreatedNotice({ location: { id, name, parent } }: { readonly location: TreeLocation }) {
  const { may } = useSignedIn()
  const [params] = useSearchParams()
  if (!params.has(createdParameter)) return null
  return (
    <Alert role="status" mb="md" data-created>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t('{name} is created. It shows assets when a reader is registered here.', { name })}
        </Text>
        <Group gap="xs">
          <LinkButton
            href={parent ? `/locations/new?under=${parent.id}` : '/locations/new'}
            variant="default"
            size="xs"
          >
            {t('Add another')}
          </LinkButton>
          {may('admin') && (
            <LinkButton href={`/readers/new?location=${id}`} variant="default" size="xs">
              {t('Register a reader here')}
            </LinkButton>
          )}
        </Group>
      </Group>
    </Alert>
  )
}
