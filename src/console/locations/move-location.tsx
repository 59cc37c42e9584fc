import { api, dataOf } from '../api/client'
import { type TreeLocation, type Locations, subtreeOf } from '../api/location-tree'
import { locationsChanged } from '../api/use-locations'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { toastUndo } from '../ui/notices/toast-undo'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { LocationTreeSelect } from './location-tree-select'

async function move(id: number, parentId: number | null): Promise<void> {
  const params = { path: { location_id: id } }
  await dataOf(api.PATCH('/api/v1/locations/{location_id}', { params, body: { parent_id: parentId } }))
  await locationsChanged()
}

const movedMessage = (location: TreeLocation, parent: TreeLocation | null): string =>
  parent
    ? t('{name} moved to {parent}', { name: location.name, parent: parent.name })
    : t('{name} moved to the top level', { name: location.name })

/** Moves a location after a drag, and offers to undo it, since drags happen by mistake. */
export async function moveWithUndo(location: TreeLocation, parent: TreeLocation | null): Promise<void> {
  await move(location.id, parent?.id ?? null)
  await toastUndo(movedMessage(location, parent), () => move(location.id, location.parent?.id ?? null))
}

interface MoveLocationProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly location: TreeLocation
  readonly locations: Locations
}

/** Moves a location with its sub-locations to another parent. */
export const MoveLocation = (props: MoveLocationProps) => (
  <FormDialog
    opened={props.opened}
    onClose={props.onClose}
    title={t('Move {name}', { name: props.location.name })}
  >
    <MoveForm {...props} />
  </FormDialog>
)

function MoveForm({ location, locations, onClose }: Omit<MoveLocationProps, 'opened'>) {
  const excluded = new Set(subtreeOf(location))
  const form = useApiForm<{ parent_id: number | null }, number | null>({
    initial: { parent_id: location.parent?.id ?? null },
    submit: async ({ parent_id: parentId }) => {
      await move(location.id, parentId)
      return parentId
    },
    done: (parentId) => {
      onClose()
      toastDone(movedMessage(location, parentId === null ? null : (locations.byId.get(parentId) ?? null)))
    },
  })
  const { value, error } = form.choice('parent_id')
  return (
    <Form form={form} label={t('Move')}>
      <LocationTreeSelect
        label={t('New parent location')}
        description={location.children.length > 0 ? t('Its sub-locations move with it') : ''}
        placeholder={t('None (top level)')}
        openOnFocus={false}
        data-autofocus
        locations={locations.all.filter((other) => !excluded.has(other))}
        value={value}
        error={error}
        onChange={(id) => form.set('parent_id', id)}
      />
    </Form>
  )
}
