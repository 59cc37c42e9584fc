import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client'
import { type Place, type Places, subtreeOf } from '../api/location-tree'
import { locationsChanged } from '../api/use-locations'
import { toastDone, toastProblem } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { LocationTreeSelect } from './location-tree-select'

async function move(id: number, parentId: number | null): Promise<void> {
  const params = { path: { location_id: id } }
  await dataOf(api.PATCH('/api/v1/locations/{location_id}', { params, body: { parent_id: parentId } }))
  await locationsChanged()
}

const told = (place: Place, parent: Place | null): string =>
  parent ? `${place.name} is in ${parent.name} now` : `${place.name} is at the top now`

const undoMs = 10_000

/** For a drag, which happens by mistake: it can be taken back. */
export async function moveWithUndo(place: Place, parent: Place | null): Promise<void> {
  await move(place.id, parent?.id ?? null)
  const undo = () => {
    notifications.hide(shown)
    void move(place.id, place.parent?.id ?? null).catch(toastProblem)
  }
  const shown = notifications.show({
    color: 'teal',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{told(place, parent)}</Text>
        <Button variant="default" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  })
}

interface MoveLocationProps {
  readonly place: Place
  readonly places: Places
}

/** Puts a location, with all that is in it, under another one. */
export function MoveLocation(props: MoveLocationProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Move to…
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Move ${props.place.name}`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <MoveForm {...props} onDone={close} />
      </Modal>
    </>
  )
}

function MoveForm({ place, places, onDone }: MoveLocationProps & { readonly onDone: () => void }) {
  const within = new Set(subtreeOf(place))
  const form = useApiForm<{ parent_id: number | null }, number | null>({
    initial: { parent_id: place.parent?.id ?? null },
    submit: async ({ parent_id: parentId }) => {
      await move(place.id, parentId)
      return parentId
    },
    done: (parentId) => {
      onDone()
      toastDone(told(place, parentId === null ? null : (places.byId.get(parentId) ?? null)))
    },
  })
  const { value, error } = form.choice('parent_id')
  return (
    <Form form={form} label="Move">
      <LocationTreeSelect
        label="Into"
        description={place.children.length > 0 ? 'What is in it moves along' : ''}
        placeholder="Nothing: at the top"
        openOnFocus={false}
        data-autofocus
        places={places.all.filter((other) => !within.has(other))}
        value={value}
        error={error}
        onChange={(id) => form.set('parent_id', id)}
      />
    </Form>
  )
}
