import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'
import { ApiError } from '../api/errors'
import { type Locations, locationTreeOf, pathTo, subtreeOf, type TreeLocation } from '../api/location-tree'
import { treeQuery, useLocationTree, useNamedLocation } from '../api/use-locations'
import { t } from '../languages/messages'
import { EditLayout } from '../ui/edit-layout'
import { PathSelect } from '../ui/path-select'
import { NotFound } from '../ui/query-states'
import { isSame } from '../ui/use-draft'
import { useEditForm } from '../ui/use-edit-form'
import { freePlace, rectangleOf } from './editing'
import { EditorCanvas, type Tool } from './editor-canvas'
import type { Plan, PlanArea } from './picture'
import { planQuery, usePlan } from './plan-query'
import { UploadImage } from './upload-image'

/** Draws the areas of a location on an image of it. */
export function PlanEditorPage() {
  const { id, error: failure, refetch } = useNamedLocation()
  const tree = useLocationTree()
  const { plan, error, refetch: refetchPlan, fetchImage } = usePlan(id)
  const node = tree.data?.byId.get(id)
  if (!tree.data || !node || !plan)
    return (
      <NotFound
        error={failure ?? tree.error ?? error}
        onRetry={() => Promise.all([refetch(), tree.refetch(), refetchPlan()])}
        back={{ href: '/locations', label: t('Locations') }}
      />
    )
  return <PlanEditor node={node} locations={tree.data} plan={plan} fetchImage={fetchImage} />
}

interface PlanEditorProps {
  readonly node: TreeLocation
  readonly locations: Locations
  readonly plan: Plan
  readonly fetchImage: () => Promise<Blob>
}

interface Inputs extends Record<string, unknown> {
  readonly areas: readonly PlanArea[]
}

/** The plan as a row of a form: one that does not exist yet has an empty `updated_at`. */
type Row = Omit<Plan, 'updated_at'> & { readonly updated_at: string }
const rowOf = (plan: Plan): Row => ({ ...plan, updated_at: plan.updated_at ?? '' })
const inputsOf = ({ areas }: Row): Inputs => ({ areas })

/** Returns the areas without those of locations that were deleted or moved away, which the service rejects. */
function areasBelow(node: TreeLocation, areas: readonly PlanArea[]): readonly PlanArea[] {
  const below = new Set(subtreeOf(node).map(({ id }) => id))
  below.delete(node.id)
  return areas.filter(({ location_id }) => below.has(location_id))
}

/** Returns a location as it is now, with its sub-locations. */
async function newest(node: TreeLocation): Promise<TreeLocation> {
  const nodes = await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 })
  return locationTreeOf(nodes).byId.get(node.id) ?? node
}

/** Returns an error about areas with the name of the first one, which replaces its position in the request. */
function namingArea(error: unknown, areas: readonly PlanArea[], node: TreeLocation): unknown {
  const fields = error instanceof ApiError ? error.fields : []
  const [first] = fields
  if (!first || !fields.every(({ field }) => field.startsWith('areas'))) return error
  const [, position = '', reason = ''] = /^areas\[(\d+)\]\.\w+:? (.*)$/.exec(first.message) ?? []
  const id = areas[Number(position)]?.location_id
  const name = subtreeOf(node).find((location) => location.id === id)?.name
  if (reason === '' || name === undefined) return new Error(first.message)
  return new Error(t('Area of {name}: {reason}', { name, reason }))
}

function usePlanForm(node: TreeLocation, plan: Plan) {
  const [, navigate] = useLocation()
  // The time of the last change by this page, when it changed only the image.
  const [ownChange, setOwnChange] = useState<string>()
  const params = { path: { location_id: node.id } }
  const store = (next: Plan) => queryClient.setQueryData(planQuery(node.id).queryKey, next)
  const { form, conflict, base } = useEditForm<Row, Inputs>({
    row: rowOf(plan),
    inputsOf,
    labels: { areas: t('Areas') },
    save: async ({ areas }, { updated_at: read }) => {
      const updated = ownChange ?? (read === '' ? null : read)
      const current = await newest(node)
      const kept = areasBelow(current, areas)
      const body = { areas: kept.map((area) => ({ ...area, points: [...area.points] })), updated_at: updated }
      const call = api.PATCH('/internal/v1/plans/{location_id}', { params, body })
      try {
        store((await dataOf(call)).data)
      } catch (error) {
        throw namingArea(error, kept, current)
      }
    },
    reload: async () => {
      setOwnChange(undefined)
      const { data } = await dataOf(api.GET('/internal/v1/plans/{location_id}', { params }))
      store(data)
      return rowOf(data)
    },
    changed: () => queryClient.invalidateQueries({ queryKey: ['plan', node.id] }),
    onSaved: () => navigate(`/locations/${node.id}?view=plan`, { replace: true }),
  })

  function imageChanged(next: Plan): void {
    // When somebody else has changed the areas since the form was opened, saving must report it.
    if (isSame(next.areas, base.areas)) setOwnChange(next.updated_at ?? undefined)
    store(next)
  }
  return { form, conflict, imageChanged }
}

/** The areas of the form, and what is drawn and selected. */
function useDrawing(node: TreeLocation, form: ReturnType<typeof usePlanForm>['form']) {
  const areas = areasBelow(node, form.values.areas)
  const [drawing, setDrawing] = useState<number | null>(null)
  const [selected, setSelected] = useState<number | null>(null)
  const set = (next: readonly PlanArea[]) => form.set('areas', next)
  const drawn = new Set(areas.map(({ location_id }) => location_id))
  // The locations of a level before those below it, because a plan is usually drawn level by level.
  const below = subtreeOf(node)
    .slice(1)
    .toSorted((a, b) => pathTo(a).length - pathTo(b).length)
  const undrawn = below.filter(({ id }) => !drawn.has(id))
  return {
    areas,
    undrawn,
    /** The first location without an area is drawn next, unless another one is chosen. */
    next: undrawn.find(({ id }) => id === drawing) ?? undrawn[0] ?? null,
    setDrawing,
    selected: selected !== null && drawn.has(selected) ? selected : null,
    setSelected,
    /** The locations that the selected area can have. */
    choices: below.filter(({ id }) => id === selected || !drawn.has(id)),
    add: (area: PlanArea) => {
      set([...areas, area])
      setSelected(area.location_id)
      setDrawing(null)
    },
    change: (area: PlanArea) => set(areas.map((old) => (old.location_id === area.location_id ? area : old))),
    assign: (from: number, to: number) => {
      set(areas.map((area) => (area.location_id === from ? { ...area, location_id: to } : area)))
      setSelected(to)
    },
    remove: (locationId: number) => {
      set(areas.filter(({ location_id }) => location_id !== locationId))
      setSelected(null)
    },
  }
}

function PlanEditor({ node, locations, plan, fetchImage }: PlanEditorProps) {
  const edit = usePlanForm(node, plan)
  const drawing = useDrawing(node, edit.form)
  const { areas, undrawn, next, selected, add } = drawing
  const [tool, setTool] = useState<Tool>('rectangle')

  function addRectangle(): void {
    if (!next) return
    const { x, y, width, height } = freePlace(areas)
    add(rectangleOf(next.id, { x, y }, { x: x + width, y: y + height }))
  }

  return (
    <EditLayout
      name={t('plan of {name}', { name: node.name })}
      href={`/locations/${node.id}?view=plan`}
      edit={edit}
      isWide
    >
      <UploadImage plan={plan} locationName={node.name} onChanged={edit.imageChanged} />
      <Tools
        tool={tool}
        onTool={setTool}
        undrawn={undrawn}
        next={next}
        onNext={drawing.setDrawing}
        onAddRectangle={addRectangle}
      />
      <div className="plan plan-editor">
        <EditorCanvas
          plan={plan}
          fetchImage={fetchImage}
          locations={locations}
          areas={areas}
          tool={tool}
          drawing={next?.id ?? null}
          selected={selected}
          onSelect={drawing.setSelected}
          onChange={drawing.change}
          onDrawn={add}
          onRemove={drawing.remove}
        />
      </div>
      {selected !== null && (
        <SelectedArea
          key={selected}
          choices={drawing.choices}
          selected={selected}
          onAssign={(locationId) => drawing.assign(selected, locationId)}
          onRemove={() => drawing.remove(selected)}
        />
      )}
    </EditLayout>
  )
}

interface ToolsProps {
  readonly tool: Tool
  readonly onTool: (tool: Tool) => void
  readonly undrawn: readonly TreeLocation[]
  /** The location that is drawn next. */
  readonly next: TreeLocation | null
  readonly onNext: (id: number) => void
  readonly onAddRectangle: () => void
}

const Tools = ({ tool, onTool, undrawn, next, onNext, onAddRectangle }: ToolsProps) => (
  <>
    <Group align="end" gap="sm">
      <SegmentedControl
        aria-label={t('Tool')}
        value={tool}
        onChange={(value) => onTool(value as Tool)}
        data={[
          { value: 'select', label: t('Select') },
          { value: 'rectangle', label: t('Rectangle') },
          { value: 'polygon', label: t('Polygon') },
        ]}
      />
      <LocationChoice label={t('Draw')} locations={undrawn} value={next?.id ?? null} onChange={onNext} />
      <Button variant="default" disabled={!next} onClick={onAddRectangle}>
        {t('Add rectangle')}
      </Button>
    </Group>
    <Text size="sm" c="dimmed">
      {hintOf(tool, next)}
    </Text>
  </>
)

function hintOf(tool: Tool, next: TreeLocation | null): string {
  if (!next) return t('Every sub-location is on the plan. Select an area to move it or its corners.')
  if (tool === 'rectangle') return t('Drag on the plan to draw {name}.', { name: next.name })
  if (tool === 'polygon')
    return t('Click the corners of {name}, and the first corner again to finish.', { name: next.name })
  return t('Select an area to move it or its corners.')
}

interface LocationChoiceProps {
  readonly label: string
  readonly locations: readonly TreeLocation[]
  readonly value: number | null
  readonly onChange: (id: number) => void
}

const offered = 100

const LocationChoice = ({ label, locations, value, onChange }: LocationChoiceProps) => (
  <PathSelect
    label={label}
    className="plan-choice"
    searchable
    limit={offered}
    data={locations.map(({ id, path }) => ({ value: String(id), label: path }))}
    value={value === null ? null : String(value)}
    onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
    nothingFoundMessage={t('No locations found')}
  />
)

interface SelectedAreaProps {
  readonly choices: readonly TreeLocation[]
  readonly selected: number
  readonly onAssign: (locationId: number) => void
  readonly onRemove: () => void
}

const SelectedArea = ({ choices, selected, onAssign, onRemove }: SelectedAreaProps) => (
  <Stack gap="xs" data-selected-area={selected}>
    <Group align="end" gap="sm">
      <LocationChoice label={t('Selected area')} locations={choices} value={selected} onChange={onAssign} />
      <Button variant="default" onClick={onRemove}>
        {t('Delete area')}
      </Button>
    </Group>
  </Stack>
)
