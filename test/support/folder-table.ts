/**
 * The table of the folders of src, by group: for each folder the folders that it may import. A file of src itself is a
 * leaf, which every folder may import, unless it has a row.
 */
export type FolderTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The rows of all groups. */
export const rowsOf = (table: FolderTable): Map<string, readonly string[]> =>
  new Map(
    Object.values(table).flatMap((group) =>
      Object.entries(group).map(([folder, allowed]) => [folder, allowed.split(/\s+/).filter(Boolean)]),
    ),
  )

/** The row of a file, or `leaf`; undefined for a folder without a row. The path may have an extension. */
export function rowOf(rows: ReadonlyMap<string, unknown>, path: string): string | undefined {
  const file = path.replace(/\.tsx?$/, '')
  const folders = file.split('/').slice(0, -1)
  if (folders.length === 0) return rows.has(file) ? file : leaf
  const folder = folders.join('/')
  return rows.has(folder) ? folder : undefined
}

export const leaf = 'leaf'

/** The rows of a cycle, in its order; undefined when there is none. */
export function cycleIn(rows: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const search = (row: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(row)) return [...way.slice(way.indexOf(row)), row]
    if (done.has(row)) return undefined
    for (const next of rows.get(row) ?? []) {
      const cycle = search(next, [...way, row])
      if (cycle) return cycle
    }
    done.add(row)
    return undefined
  }
  for (const row of rows.keys()) {
    const cycle = search(row, [])
    if (cycle) return cycle
  }
  return undefined
}

/** The table as a Mermaid flowchart. An arrow is left out when a way along other arrows leads there too. */
export function pictureOf(table: FolderTable): string {
  const rows = rowsOf(table)
  const leads = (from: string, to: string): boolean =>
    (rows.get(from) ?? []).some((next) => next === to || leads(next, to))
  const idOf = (row: string) => row.replaceAll(/\W+/g, '_')
  const boxes = Object.entries(table).flatMap(([group, folders]) => [
    `  subgraph ${group}`,
    ...Object.keys(folders).map((row) => `    ${idOf(row)}["${row}"]`),
    '  end',
  ])
  const arrows = [...rows].flatMap(([row, allowed]) =>
    allowed
      .filter((to) => !allowed.some((other) => other !== to && leads(other, to)))
      .map((to) => `  ${idOf(row)} --> ${idOf(to)}`),
  )
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n')
}
