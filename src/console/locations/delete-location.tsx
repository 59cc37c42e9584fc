import { Button, Group, Modal, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { type TreeLocation, subtreeOf } from '../api/location-tree'
import { locationsChanged } from '../api/use-locations'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toastDone } from '../ui/toasts'

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
    toastDone(`${location.name} deleted`)
    navigate(location.parent ? `/locations/${location.parent.id}` : '/locations', { replace: true })
    await locationsChanged()
  }
  return (
    <ConfirmDialog
      {...{ opened, onClose }}
      title={`Delete ${location.name}`}
      label="Delete"
      onConfirm={remove}
    >
      The location is removed from all lists, and its tags can be used again. Its history is kept.
    </ConfirmDialog>
  )
}

function obstacleOf(location: TreeLocation): string | undefined {
  const below = subtreeOf(location).length - 1
  if (below > 0) {
    const what = below === 1 ? 'a sub-location' : `${below} sub-locations`
    return `This location has ${what}. Move or delete them first, starting with the lowest level.`
  }
  if (location.assets === 0) return undefined
  const what = location.assets === 1 ? 'An asset is' : `${location.assets} assets are`
  return `${what} here now. You can delete this location when all assets have been seen elsewhere or deleted. Until then you can make it inactive.`
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
    title={`${location.name} can't be deleted yet`}
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Text>{children}</Text>
    <Group mt="lg" justify="flex-end">
      <Button onClick={onClose} data-autofocus>
        OK
      </Button>
    </Group>
  </Modal>
)
