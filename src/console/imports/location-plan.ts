import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { writeCsv } from './reading/csv'
import type { components } from '../api/schema'
import { rejectionHeads } from './cells/informative'
import { locationTargets, type PlannedLocation } from './location-rows'

/** The request that imports planned locations, and what became of each. */

type Imported = components['schemas']['LocationImportReport']['rows'][number]
type ImportRow = Record<string, unknown>

type LocationOutcome = 'created' | 'existing' | 'refused'

export interface LocationResult {
  readonly location: PlannedLocation
  /** The number of locations of the import above it. */
  readonly depth: number
  /** Undefined until the service has checked it. */
  readonly outcome: LocationOutcome | undefined
  readonly key: string | undefined
  readonly problems: readonly string[]
}

const isSent = ({ problem }: PlannedLocation): boolean => problem === undefined

/** Returns the rows to send. The indexes of parents refer to these rows. */
export function rowsOf(locations: readonly PlannedLocation[]): ImportRow[] {
  const indexes = new Map(locations.filter(isSent).map((location, at) => [location, at]))
  return locations.filter(isSent).map(({ name, key, description, isActive, parent, parentCell }) => ({
    ...(name !== '' && { name }),
    ...(key !== undefined && { external_key: key }),
    ...(description !== undefined && { description }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(parent === null && parentCell !== undefined && { parent_external_key: parentCell }),
    // A parent that is not sent has no index, so the service rejects the row.
    ...(parent !== null && { parent_row: indexes.get(parent) ?? -1 }),
  }))
}

/** Joins the locations with the response; without one, with what is known before. */
export function resultsOf(
  locations: readonly PlannedLocation[],
  imported: readonly Imported[] | undefined,
): LocationResult[] {
  let sent = 0
  const depths = new Map<PlannedLocation, number>()
  return locations.map((location): LocationResult => {
    const { parent, problem, key } = location
    const depth = parent && problem === undefined ? (depths.get(parent) ?? -1) + 1 : 0
    depths.set(location, depth)
    if (problem !== undefined) return { location, depth, outcome: 'refused', key, problems: [problem] }
    const row = imported?.[sent++]
    const problems =
      row?.errors.map(({ field, message, text }) => messageFor(location, field, serverText(message, text))) ??
      []
    return { location, depth, outcome: row?.outcome, key: row?.external_key ?? key, problems }
  })
}

/** The names of fields in the messages of the service are not those of the columns. */
const messageFor = ({ parentCell: parent = '' }: PlannedLocation, field: string, message: string): string => {
  if (field === 'parent_row') return t('The parent location was rejected')
  if (field !== 'parent_external_key') return message
  return t(
    'No location has the key {parent}, and none in the file has this name. Enter the key of the parent',
    { parent },
  )
}

export const countOf = (results: readonly LocationResult[], wanted: LocationOutcome): number =>
  results.filter(({ outcome }) => outcome === wanted).length

const pathOf = ({ parent, name }: PlannedLocation): string => (parent ? `${pathOf(parent)} > ${name}` : name)

const topOf = (location: PlannedLocation): PlannedLocation =>
  location.parent ? topOf(location.parent) : location

/** Returns the key of a location that an import has not rejected. */
type KeyOf = (location: PlannedLocation) => string | undefined

/** Returns how a file names the location above: by its key or name, or by the path from the top level. */
function aboveOf(
  location: PlannedLocation,
  keyOf: KeyOf,
): { readonly parent: string; readonly path: string } {
  const { parent, parentCell } = location
  if (parentCell !== undefined) return { parent: (parent && keyOf(parent)) ?? parentCell, path: '' }
  if (!parent) return { parent: '', path: '' }
  // The path does not begin at the top level when the file names only the key above its first location.
  const isPartial = topOf(location).parentCell !== undefined
  return isPartial
    ? { parent: keyOf(parent) ?? parent.name, path: '' }
    : { parent: '', path: pathOf(location) }
}

/** Returns a file of the rejected locations, which can be corrected and imported. */
export function rejectedLocations(results: readonly LocationResult[]): string {
  const accepted = results.filter(({ outcome }) => outcome !== 'refused')
  const keys = new Map(accepted.map(({ location, key }) => [location, key]))
  const rows = results
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ location, problems }) => {
      const { name, key, description, isActive, line } = location
      const { parent, path } = aboveOf(location, (above) => keys.get(above))
      return [
        key ?? '',
        name,
        parent,
        path,
        description ?? '',
        String(isActive ?? ''),
        String(line),
        problems.join('; '),
      ]
    })
  return writeCsv([[...locationTargets.map(({ target }) => target), ...rejectionHeads], ...rows])
}
