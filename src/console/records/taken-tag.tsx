import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { PageLink } from '../ui/pages/link'
import { toastProblem } from '../ui/notices/toasts'
import type { OwnedTag, Taken } from './same-tags'

interface TakenTagProps {
  /** The tag, and the tags of others that are the same for readers. */
  readonly taken: Taken
  /** Label of the button that moves the tag. */
  readonly label: string
  readonly onMove: () => Promise<unknown>
  readonly onCancel: () => void
}

/** Says who already has a tag, and offers to move it. */
export function TakenTag({ taken, label, onMove, onCancel }: TakenTagProps) {
  const { value } = taken.tag
  const [isBusy, setBusy] = useState(false)

  async function move(): Promise<void> {
    setBusy(true)
    try {
      await onMove()
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Alert color="yellow" role="alert" data-taken>
      <Text fw={600}>
        {rich('Already on {owners}', {
          owners: taken.others.map((tag, at) => (
            <span key={tag.id}>
              {at > 0 && ', '}
              <OwnerLink tag={tag} />
              {tag.value !== value && <> {t('(as {value})', { value: tag.value })}</>}
            </span>
          )),
        })}
      </Text>
      <Text size="sm">
        {taken.others.some((tag) => tag.value !== value) &&
          `${t('Readers see these spellings as the same tag.')} `}
        {t('Reads move only one asset or location.')}
      </Text>
      <Group mt="xs" gap="xs">
        <Button loading={isBusy} onClick={() => void move()} data-autofocus>
          {label}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The asset or the location of a tag. */
export const OwnerLink = ({ tag }: { readonly tag: OwnedTag }) => (
  <PageLink
    href={tag.asset_id === null ? `/locations/${tag.location_id}` : `/assets/${tag.asset_id}`}
    inherit
    c="inherit"
    underline="always"
  >
    {tag.owner_name}
  </PageLink>
)
