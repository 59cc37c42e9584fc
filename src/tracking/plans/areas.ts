import type { Message } from '../../base/messages'
import { planMessages } from './messages'
import type { FieldError } from '../../base/errors'
import type { Writes } from '../../storage/core/store'
import type { AreaView } from './schema'

/** The rules of areas that compare fields or need other rows. */

/** Returns the problems of areas whose fields are valid each. */
export async function areaProblems(
  tx: Pick<Writes, 'locations' | 'tree'>,
  organizationId: number,
  planId: number,
  areas: readonly AreaView[],
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  const drawn = new Set<number>()
  for (const [index, area] of areas.entries()) {
    const field = `areas[${index}]`
    const points = `${field}.points`
    const message = shapeProblem(area, points)
    if (message) problems.push({ field: points, code: 'invalid_value', message })
    const location = `${field}.location_id`
    if (drawn.has(area.location_id))
      problems.push({
        field: location,
        code: 'invalid_value',
        message: planMessages('plan.drawn_twice', { field: location }),
      })
    else if (!(await isBelow(tx, organizationId, planId, area.location_id)))
      problems.push({
        field: location,
        code: 'fk_not_found',
        message: planMessages('plan.not_below', { field: location }),
      })
    drawn.add(area.location_id)
  }
  return problems
}

async function isBelow(
  tx: Pick<Writes, 'locations' | 'tree'>,
  organizationId: number,
  planId: number,
  id: number,
): Promise<boolean> {
  if (id === planId || !(await tx.locations.find(organizationId, id))) return false
  return tx.tree.isSelfOrAbove(organizationId, id, planId)
}

function shapeProblem({ shape, points }: AreaView, field: string): Message | undefined {
  if (shape === 'polygon') return points.length < 3 ? planMessages('plan.corners', { field }) : undefined
  const [a, b] = points
  if (points.length !== 2 || !a || !b) return planMessages('plan.two_corners', { field })
  return a.x === b.x || a.y === b.y ? planMessages('plan.same_corners', { field }) : undefined
}
