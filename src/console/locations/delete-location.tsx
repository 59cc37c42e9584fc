import { Button, Group, Modal, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { type TreeLocation, subtreeOf } from '../api/location-tree'
import { locationsChanged } from '../api/use-locations'
import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { toastDone } from '../ui/notices/toasts'

interface DeleteLocationProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly location: TreeLocation
}

/** Deletes a location. When it still contains locations or assets, this explains what to do first. */
export function DeleteLocation({ opened, onClose, location }: DeleteLocationProps) {
  const [, navigate] = useLocation()
  const obstacle = obstacleOf(location)
  if (obstacle !== undefined)
    return <DeleteBlocked {...{ opened, onClose, location }}>{obstacle}</DeleteBlocked>

  async function remove(): Promise<void> {
    const params = { path: { location_id: location.id } }
    await dataOf(api.DELETE('/api/v1/locations/{location_id}', { params }))
    toastDone(t('{name} deleted', { name: location.name }))
    navigate(location.parent ? `/locations/${location.parent.id}` : '/locations', { replace: true })
    await locationsChanged()
  }
  return (
    <ConfirmDialog
      {...{ opened, onClose }}
      title={t('Delete location “{name}”', { name: location.name })}
      label={t('Delete location')}
      onConfirm={remove}
    >
      {t('The location is removed from all lists, and its tags can be used again. Its history is kept.')}
    </ConfirmDialog>
  )
}

function obstacleOf(location: TreeLocation): string | undefined {
  const below = subtreeOf(location).length - 1
  if (below > 0) {
    return t(
      '{count, plural, one {This location has a sub-location. Move or delete it first.} other {This location has # sub-locations. Move or delete them first, starting with the lowest level.}}',
      { count: below },
    )
  }
  if (location.assets === 0) return undefined
  return t(
    '{count, plural, one {An asset is here now.} other {# assets are here now.}} You can delete this location when all assets have been seen elsewhere or deleted. Until then you can make it inactive.',
    { count: location.assets },
  )
}

const DeleteBlocked = ({
  opened,
  onClose,
  location,
  children,
}: DeleteLocationProps & { readonly children: string }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={t("{name} can't be deleted yet", { name: location.name })}
    centered
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <Text>{children}</Text>
    <Group mt="lg" justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        {t('OK')}
      </Button>
    </Group>
  </Modal>
)
