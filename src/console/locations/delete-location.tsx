import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { type Place, subtreeOf } from '../api/location-tree'
import { locationsChanged } from '../api/use-locations'
import { ConfirmButton } from '../ui/confirm-button'
import { toastDone } from '../ui/toasts'

/** Only a place with nothing in it can go. What stands in the way is said before, with what to do about it. */
export function DeleteLocation({ place }: { readonly place: Place }) {
  const [, navigate] = useLocation()
  const obstacle = obstacleOf(place)
  if (obstacle !== undefined) return <Refusal place={place}>{obstacle}</Refusal>

  async function remove(): Promise<void> {
    const params = { path: { location_id: place.id } }
    await dataOf(api.DELETE('/api/v1/locations/{location_id}', { params }))
    toastDone(`${place.name} is deleted`)
    navigate(place.parent ? `/locations/${place.parent.id}` : '/locations', { replace: true })
    await locationsChanged()
  }
  return (
    <ConfirmButton label="Delete" ofWhat={place.name} onConfirm={remove}>
      The location disappears from lists and its tags are free for others. What happened there stays in
      history.
    </ConfirmButton>
  )
}

function obstacleOf(place: Place): string | undefined {
  const below = subtreeOf(place).length - 1
  if (below > 0) {
    const what = below === 1 ? 'There is another location' : `There are ${below} other locations`
    return `${what} in it. Move or delete what is in it first, the innermost before the others.`
  }
  if (place.assets === 0) return undefined
  const what = place.assets === 1 ? 'An asset is' : `${place.assets} assets are`
  return `${what} there now. Once they have been seen elsewhere, or are deleted, the location can be deleted. To keep it out of use until then, make it inactive.`
}

function Refusal({ place, children }: { readonly place: Place; readonly children: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open} aria-label={`Delete ${place.name}`}>
        Delete
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`${place.name} can't be deleted yet`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text>{children}</Text>
        <Group mt="lg" justify="flex-end">
          <Button onClick={close} data-autofocus>
            Understood
          </Button>
        </Group>
      </Modal>
    </>
  )
}
