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
    const shape = shapeProblem(area)
    if (shape !== undefined)
      problems.push({ field: `${field}.points`, code: 'invalid_value', message: `${field}.points ${shape}` })
    const location = `${field}.location_id`
    if (drawn.has(area.location_id))
      problems.push({
        field: location,
        code: 'invalid_value',
        message: `${location} is in another area already`,
      })
    else if (!(await isBelow(tx, organizationId, planId, area.location_id)))
      problems.push({
        field: location,
        code: 'fk_not_found',
        message: `${location} must be a location below the location of the plan`,
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

function shapeProblem({ shape, points }: AreaView): string | undefined {
  if (shape === 'polygon') return points.length < 3 ? 'must have at least three corners' : undefined
  const [a, b] = points
  if (points.length !== 2 || !a || !b) return 'must be two corners'
  return a.x === b.x || a.y === b.y ? 'must be two different corners' : undefined
}
