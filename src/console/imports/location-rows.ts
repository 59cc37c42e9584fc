import { t } from '../languages/messages'
import {
  descriptionHeadings,
  guessTargets,
  keyHeadings,
  nameHeadings,
  type TargetInfo,
  words,
} from './cells/column-names'
import type { CsvRecord } from './reading/csv'
import { readYesNo } from './cells/yes-no'

/** Reads the locations of a CSV file or of an indented list. The service checks their fields. */

export type LocationTarget = 'external_key' | 'name' | 'parent' | 'path' | 'description' | 'is_active'

export const locationTargets: readonly TargetInfo<LocationTarget>[] = [
  {
    target: 'external_key',
    label: t('Key'),
    aliases: [
      ...words('locationkey locationid locationcode locationno locationnumber lagerplatznummer platznummer'),
      ...keyHeadings,
    ],
  },
  {
    target: 'name',
    label: t('Name'),
    aliases: [
      ...words('locationname location standort ort lagerplatz lieu emplacement ubicacion'),
      ...nameHeadings,
    ],
  },
  {
    target: 'parent',
    label: t('Parent (key or name)'),
    aliases: words(`
      parentkey parentid parentcode parentlocation parentexternalkey parentlocationkey parentname above inside within
      ubergeordnet ubergeordneterort parentde emplacementparent padre ubicacionpadre`),
  },
  {
    target: 'path',
    label: t('Path (Hall A > Aisle 1 > Rack 2)'),
    aliases: words('locationpath fullpath fullname hierarchy pfad chemin ruta percorso'),
  },
  { target: 'description', label: t('Description'), aliases: descriptionHeadings },
  {
    target: 'is_active',
    label: t('Active'),
    aliases: words('active inuse enabled status aktiv actif activo'),
  },
]

export type LocationMapping = readonly (LocationTarget | null)[]

export const guessLocationMapping = (headings: readonly string[]): LocationMapping =>
  guessTargets(headings, locationTargets)

/** A location of the file, with the location above it. */
export interface PlannedLocation {
  /** The line that it comes from; of a location that only paths name, the first line with it. */
  line: number
  name: string
  key: string | undefined
  description: string | undefined
  isActive: boolean | string | undefined
  parent: PlannedLocation | null
  /** The cell that names the location above: its key, or the name of a location of the file. */
  parentCell: string | undefined
  /** Why it is not sent. */
  problem: string | undefined
}

const planned = (line: number, name: string, parent: PlannedLocation | null): PlannedLocation => ({
  line,
  name,
  key: undefined,
  description: undefined,
  isActive: undefined,
  parent,
  parentCell: undefined,
  problem: undefined,
})

/** The locations of a path by their names, below a location or at the top level. */
class Forest {
  readonly all: PlannedLocation[] = []
  readonly #below = new Map<PlannedLocation | null, Map<string, PlannedLocation>>()

  find = (parent: PlannedLocation | null, name: string): PlannedLocation | undefined =>
    this.#below.get(parent)?.get(name)

  add(location: PlannedLocation): PlannedLocation {
    const { parent, name } = location
    const siblings = this.#below.get(parent) ?? new Map<string, PlannedLocation>()
    this.#below.set(parent, siblings)
    if (!siblings.has(name)) siblings.set(name, location)
    this.all.push(location)
    return location
  }

  /** Returns the location at the end of a path, and adds those of the path that are missing. */
  reach(path: readonly string[], line: number): PlannedLocation | null {
    return path.reduce<PlannedLocation | null>(
      (parent, name) => this.find(parent, name) ?? this.add(planned(line, name, parent)),
      null,
    )
  }
}

const tabWidth = 4

/**
 * Reads a list in which each location is indented below the one that contains it, with tabs or spaces. A key can follow
 * the name in brackets: `Rack 1 [RACK-1]`. The same name twice below one location is one location.
 */
export function locationsOfList(text: string): PlannedLocation[] {
  const forest = new Forest()
  const open: { indent: number; location: PlannedLocation }[] = []
  for (const [at, written] of text.split(/\r\n|\r|\n/).entries()) {
    const [, margin = '', content = ''] = /^(\s*)(?:[-*•]\s+)?(.*?)\s*$/u.exec(written) ?? []
    if (content === '') continue
    const indent = margin.replaceAll('\t', ' '.repeat(tabWidth)).length
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    const parent = open.at(-1)?.location ?? null
    const keyed = /^(.*\S)\s*\[([^\]]+)\]$/u.exec(content)
    const name = keyed?.[1] ?? content
    const location = forest.find(parent, name) ?? forest.add(planned(at + 1, name, parent))
    location.key ??= keyed?.[2]?.trim()
    open.push({ indent, location })
  }
  return forest.all
}

/** Reads the records of a CSV file, each a location, with the locations that only their paths name. */
export function locationsOfRecords(
  records: readonly CsvRecord[],
  mapping: LocationMapping,
): PlannedLocation[] {
  const forest = new Forest()
  const own = new Set<PlannedLocation>()
  const split = pathSplitter(records, mapping)
  for (const { line, cells } of records) {
    const cell = (target: LocationTarget): string => (cells[mapping.indexOf(target)] ?? '').trim()
    const path = split(cell('path'))
    const name = cell('name') || (path.at(-1) ?? '')
    const above = path.at(-1) === name ? path.slice(0, -1) : path
    const isByParent = cell('parent') !== '' && path.length === 0
    const parent = forest.reach(above, line)
    const known = isByParent ? undefined : forest.find(parent, name)
    const isFree = known !== undefined && !own.has(known)
    const location = isFree ? known : planned(line, name, parent)
    if (known && !isFree && (cell('external_key') === '' || cell('external_key') === known.key))
      location.problem = t('Line {line} is the same location', { line: known.line })
    if (!isFree) forest.add(location)
    own.add(location)
    location.line = line
    location.key = cell('external_key') || undefined
    location.description = cell('description') || undefined
    location.isActive =
      cell('is_active') === '' ? undefined : (readYesNo(cell('is_active')) ?? cell('is_active'))
    if (isByParent) location.parentCell = cell('parent')
  }
  connect(forest.all)
  return parentsFirst(forest.all)
}

/** Returns how the file separates the parts of a path: by > or a similar sign, otherwise by slashes. */
function pathSplitter(records: readonly CsvRecord[], mapping: LocationMapping): (path: string) => string[] {
  const column = mapping.indexOf('path')
  const arrows = /[>›»→|]/
  const separator = records.some(({ cells }) => arrows.test(cells[column] ?? '')) ? arrows : /[/\\]/
  return (path) =>
    path
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
}

/** Names are the same for the parent column when they differ only in case. */
const comparable = (name: string): string => name.trim().toLowerCase()

/** Finds the parents by key, then by name. A parent that the file does not contain is left to the service, by its key. */
function connect(locations: readonly PlannedLocation[]): void {
  const byKey = new Map(locations.flatMap((location) => (location.key ? [[location.key, location]] : [])))
  const byName = Map.groupBy(locations, ({ name }) => comparable(name))
  for (const location of locations) {
    const wanted = location.parentCell
    if (wanted === undefined) continue
    const named = (byName.get(comparable(wanted)) ?? []).filter((other) => other !== location)
    if (!byKey.has(wanted) && named.length > 1)
      location.problem ??= t('Several locations are named {name}. Use the key of the parent', {
        name: wanted,
      })
    else location.parent = byKey.get(wanted) ?? named[0] ?? null
  }
  const circular = locations.filter(isInCircle)
  for (const location of circular) {
    location.problem = t('The parent locations form a cycle')
    location.parent = null
  }
}

function isInCircle(location: PlannedLocation): boolean {
  const seen = new Set([location])
  for (let above = location.parent; above; above = above.parent) {
    if (above === location) return true
    if (seen.has(above)) return false
    seen.add(above)
  }
  return false
}

/** Returns the locations so that each follows the one above it. */
function parentsFirst(locations: readonly PlannedLocation[]): PlannedLocation[] {
  const isTop = ({ parent, problem }: PlannedLocation) => parent === null || problem !== undefined
  const below = Map.groupBy(locations, (location) => (isTop(location) ? null : location.parent))
  const ordered: PlannedLocation[] = []
  const waiting = [...(below.get(null) ?? [])].reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next)
    waiting.push(...(below.get(next) ?? []).toReversed())
  }
  return ordered
}
