import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, type Schemas } from '../api/client'
import { type Locations, pathTo, subtreeOf, type TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { locationsChanged } from '../api/use-locations'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { type BulkChanges, BulkEdit } from '../records/bulk-edit'
import { reverted } from '../records/reverted'
import { BulkReport } from '../ui/lists/bulk-report'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { FormDialog } from '../ui/forms/form-dialog'
import { counted, locationsText } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { SelectionBar } from '../ui/lists/selection-bar'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { useBulk } from '../ui/lists/use-bulk'
import type { Selection } from '../ui/lists/use-selection'
import { LocationTreeSelect } from './location-tree-select'

interface SelectedLocationsProps {
  readonly selection: Selection
  readonly locations: Locations
}

const pathOf = (id: number) => ({ params: { path: { location_id: id } } })

/** Opens the labels of the locations, up to the maximum. */
function LabelsOf({ locations }: { readonly locations: readonly TreeLocation[] }) {
  const labeled = locations.slice(0, labelsMax)
  const isCut = labeled.length < locations.length
  return (
    <LinkButton
      href={labelsHref(
        'locations',
        labeled.map(({ key }) => key),
      )}
      variant="default"
    >
      {isCut
        ? t('Print labels of the first {count}', { count: counted(labeled.length) })
        : t('{count, plural, one {Print label} other {Print labels of #}}', { count: labeled.length })}
    </LinkButton>
  )
}

/** What was done with a number of locations. */
const results = {
  changed: (count: number) =>
    t('{count, plural, one {# location changed} other {# locations changed}}', { count }),
  moved: (count: number) => t('{count, plural, one {# location moved} other {# locations moved}}', { count }),
  deleted: (count: number) =>
    t('{count, plural, one {# location deleted} other {# locations deleted}}', { count }),
}

const patchWith = (body: object) => (id: number) =>
  dataOf(api.PATCH('/api/v1/locations/{location_id}', { ...pathOf(id), body }))

/** A change of fields that can be undone: it reads each location before it changes it. */
function revertibleEdit(changes: BulkChanges) {
  const before = new Map<number, Schemas['LocationView']>()
  return {
    change: async (id: number): Promise<void> => {
      before.set(id, (await dataOf(api.GET('/api/v1/locations/{location_id}', pathOf(id)))).data)
      await patchWith(changes)(id)
    },
    undo: ({ id }: TreeLocation) =>
      patchWith(reverted(before.get(id) as Schemas['LocationView'], changes))(id),
  }
}

const remove = (id: number) => dataOf(api.DELETE('/api/v1/locations/{location_id}', pathOf(id)))

/** What can be done with the selected locations: labels, changes of their fields, moving and deleting them. */
export function SelectedLocations({ selection, locations }: SelectedLocationsProps) {
  const { may } = useSignedIn()
  const bulk = useBulk({ reload: locationsChanged })
  const selected = locations.all.filter(({ id }) => selection.has(id))
  const what = locationsText(selected.length)

  async function changeEach(
    rows: readonly TreeLocation[],
    change: (id: number) => Promise<unknown>,
    done: (count: number) => string,
    undo?: (location: TreeLocation) => Promise<unknown>,
  ) {
    const failures = await bulk.run(rows, ({ id }) => change(id), done, undo)
    if (failures.length > 0) selection.choose(failures.map(({ id }) => id))
    return failures
  }
  return (
    <>
      <SelectionBar selection={selection}>
        <LabelsOf locations={selected} />
        {may('manager') && (
          <>
            <BulkEdit
              what={what}
              count={selected.length}
              onSave={(changes) => {
                const edit = revertibleEdit(changes)
                return changeEach(selected, edit.change, results.changed, edit.undo)
              }}
            />
            <MoveLocations
              what={what}
              selected={selected}
              locations={locations}
              onMove={(parent_id) =>
                changeEach(topmost(selected), patchWith({ parent_id }), results.moved, ({ id, parent }) =>
                  patchWith({ parent_id: parent?.id ?? null })(id),
                )
              }
            />
            <ConfirmButton
              label={t('Delete')}
              title={t('Delete {count, plural, one {# location} other {# locations}}', {
                count: selected.length,
              })}
              // The lowest level first: a location can't be deleted before those in it.
              onConfirm={() => changeEach(selected.toReversed(), remove, results.deleted)}
            >
              {t(
                'The locations are removed from all lists, and their tags can be used again. Their history is kept. Locations that contain assets or other locations are not deleted.',
              )}
            </ConfirmButton>
          </>
        )}
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}

/** Returns the locations that are not below another one of them: the others move with these. */
function topmost(locations: readonly TreeLocation[]): TreeLocation[] {
  const all = new Set(locations)
  return locations.filter((location) =>
    pathTo(location).every((above) => above === location || !all.has(above)),
  )
}

interface MoveLocationsProps {
  readonly what: string
  readonly selected: readonly TreeLocation[]
  readonly locations: Locations
  readonly onMove: (parentId: number | null) => Promise<unknown>
}

/** Moves the selected locations, with their sub-locations, under another parent. */
function MoveLocations(props: MoveLocationsProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open} aria-label={t('Move {what}', { what: props.what })}>
        {t('Move')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('Move {what}', { what: props.what })}>
        <MoveForm {...props} onDone={close} />
      </FormDialog>
    </>
  )
}

function MoveForm({
  selected,
  locations,
  onMove,
  onDone,
}: MoveLocationsProps & { readonly onDone: () => void }) {
  const form = useApiForm<{ parent_id: number | null }, unknown>({
    initial: { parent_id: null },
    submit: ({ parent_id: parentId }) => onMove(parentId),
    done: onDone,
  })
  const excluded = new Set(selected.flatMap(subtreeOf))
  const { value, error } = form.choice('parent_id')
  return (
    <Form form={form} label={t('Move')}>
      <LocationTreeSelect
        label={t('New parent location')}
        description={t('Sub-locations move with their locations')}
        placeholder={t('None (top level)')}
        openOnFocus={false}
        locations={locations.all.filter((location) => !excluded.has(location))}
        value={value}
        error={error}
        onChange={(id) => form.set('parent_id', id)}
      />
    </Form>
  )
}
