import { t } from '../languages/messages'
import { fieldText } from '../languages/service-texts'
import { writeCsv } from './csv'
import type { Schemas } from '../api/client'
import type { PlannedLocation } from './location-rows'

/** The request that imports planned locations, and what became of each. */

type Imported = Schemas['LocationImportReport']['rows'][number]
type ImportRow = Record<string, unknown>

export type LocationOutcome = 'created' | 'existing' | 'refused'

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
  return locations.filter(isSent).map(({ name, key, description, isActive, parent, parentKey }) => ({
    ...(name !== '' && { name }),
    ...(key !== undefined && { external_key: key }),
    ...(description !== undefined && { description }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(parentKey !== undefined && { parent_external_key: parentKey }),
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
    const problems = row?.errors.map((error) => messageFor(error.field, fieldText(error))) ?? []
    return { location, depth, outcome: row?.outcome, key: row?.external_key ?? key, problems }
  })
}

/** The names of fields in the messages of the service are not those of the columns. */
const messageFor = (field: string, message: string): string => {
  if (field === 'parent_row') return t('The location above it is rejected')
  return field === 'parent_external_key' ? t('There is no location with the key of the parent') : message
}

export const countOf = (results: readonly LocationResult[], wanted: LocationOutcome): number =>
  results.filter(({ outcome }) => outcome === wanted).length

const pathOf = ({ parent, name, problem }: PlannedLocation): string =>
  parent && problem === undefined ? `${pathOf(parent)} > ${name}` : name

/** Returns a file of the rejected locations, which can be corrected and imported. */
export const rejectedLocations = (results: readonly LocationResult[]): string =>
  writeCsv([
    ['path', 'external_key', 'parent', 'description', 'rejected_line', 'rejected_reason'],
    ...results
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ location, problems }) => [
        location.parentKey === undefined ? pathOf(location) : location.name,
        location.key ?? '',
        location.parentKey ?? '',
        location.description ?? '',
        String(location.line),
        problems.join('; '),
      ]),
  ])
