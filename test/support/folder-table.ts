/** A table of what each wing, or each folder, imports: names that are separated by spaces. */
export type ImportTable = Readonly<Record<string, string>>

export const rowsOf = (table: ImportTable): Map<string, readonly string[]> =>
  new Map(Object.entries(table).map(([name, imported]) => [name, imported.split(/\s+/).filter(Boolean)]))

/** The wing of a path in src: its first folder, or a file directly in src. The path may have an extension. */
export const wingOf = (path: string): string => (path.split('/')[0] ?? '').replace(/\.tsx?$/, '')

/** The folder of a path in src, without the name of the file; empty for a file directly in src. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')

/** The folder whose imports a table names: in the console, the feature with all its folders. */
export const partOf = (path: string): string => {
  const folder = folderOf(path)
  return wingOf(path) === 'console' ? folder.split('/').slice(0, 2).join('/') : folder
}

/** The rows of a cycle, in its order; undefined when there is none. */
export function cycleIn(rows: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
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
export function pictureOf(table: ImportTable): string {
  const rows = rowsOf(table)
  const leads = (from: string, to: string): boolean =>
    (rows.get(from) ?? []).some((next) => next === to || leads(next, to))
  const arrows = [...rows].flatMap(([row, allowed]) => [
    ...(allowed.length === 0 ? [`  ${row}`] : []),
    ...allowed
      .filter((to) => !allowed.some((other) => other !== to && leads(other, to)))
      .map((to) => `  ${row} --> ${to}`),
  ])
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n')
}
