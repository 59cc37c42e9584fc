import { Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient } from '../../api/client'
import { ApiError } from '../../api/errors'
import { type Locations, locationTreeOf, subtreeOf, type TreeLocation } from '../../api/location-tree'
import { treeQuery, useLocationTree, useNamedLocation } from '../../api/use-locations'
import { t } from '../../languages/messages'
import { EditLayout } from '../../ui/forms/edit-layout'
import { NotFound } from '../../ui/pages/query-states'
import { isSame } from '../../ui/forms/use-draft'
import { useEditForm } from '../../ui/forms/use-edit-form'
import { EditorCanvas } from './editor-canvas'
import { hintOf, SelectedArea, Tools } from './editor-tools'
import type { Plan, PlanArea } from '../shapes/picture'
import { planQuery, usePlan } from '../plan-query'
import { UploadImage } from './upload-image'
import { useDrawing } from './use-drawing'
import type { Tool } from './use-pointer'

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

function PlanEditor({ node, locations, plan, fetchImage }: PlanEditorProps) {
  const edit = usePlanForm(node, plan)
  const drawing = useDrawing(node, areasBelow(node, edit.form.values.areas), (areas) =>
    edit.form.set('areas', areas),
  )
  const { areas, next, selected } = drawing
  const [tool, setTool] = useState<Tool>('rectangle')
  const [isSnapping, setSnapping] = useState(true)
  const [problem, setProblem] = useState<string>()

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
        drawing={drawing}
        isSnapping={isSnapping}
        onSnapping={setSnapping}
      />
      <Text size="sm" c={problem === undefined ? 'dimmed' : 'var(--wa-problem)'} role="status">
        {problem ?? hintOf(tool, next)}
      </Text>
      <div className="plan-editor-window">
        <EditorCanvas
          plan={plan}
          fetchImage={fetchImage}
          locations={locations}
          areas={areas}
          tool={tool}
          drawing={next?.id ?? null}
          isSnapping={isSnapping}
          selected={selected}
          onSelect={drawing.setSelected}
          onBegin={drawing.history.begin}
          onChange={drawing.change}
          onDrawn={drawing.add}
          onProblem={setProblem}
          onRemove={drawing.remove}
        />
      </div>
      {selected !== null && <SelectedArea key={selected} selected={selected} drawing={drawing} />}
    </EditLayout>
  )
}
