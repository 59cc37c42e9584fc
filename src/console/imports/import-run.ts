import { queryClient } from '../api/client'
import { messageOf } from '../api/errors'
import { newId } from '../api/new-id'
import { session, identityOf } from '../api/session'
import { serverText } from '../languages/server-texts'
import { locationTreeOf } from '../api/location-tree'
import { createStore } from '../api/store'
import { treeQuery } from '../api/use-locations'
import { importColumnsOf } from '../fields/import-columns'
import { fieldsQuery } from '../fields/use-fields'
import { areHeadings, type Target, type TargetInfo, targets, targetsWith } from './cells/column-names'
import { type Answer, columnOf, guessMapping, type Mapping, readingOf } from './columns'
import type { CsvRecord } from './reading/csv'
import type { CellProblem } from './cells/field-values'
import { readFile, type Chosen, type Source } from './reading/read-file'
import { type Placement, placementsOf, sendPlacement, withUnplaced } from './place-assets'
import { type FindPlace, placeFinder } from './cells/places'
import { avoidableCells, type LeftOut, type Plan, type PlannedRow, planOf, type RowResult } from './plan'
import {
  halvesOf,
  type Imported,
  isTooLarge,
  type Part,
  partsOf,
  type Patience,
  type Sending,
  sendPart,
  tooLarge,
} from './send-part'

/** The import of one file, from its selection to its end. It continues while the user visits other pages. */

/** `checking` is the dry run, which stores nothing. `halted` is an import that was stopped or failed and can be resumed. */
type Phase = 'empty' | 'checking' | 'checked' | 'importing' | 'halted' | 'imported'

export interface ImportRun {
  readonly phase: Phase
  readonly fileName: string
  /** How the file was read; undefined when it can't be read. */
  readonly source?: Source | undefined
  readonly heads: readonly string[]
  readonly records: readonly CsvRecord[]
  /** The fields that a column can contain. */
  readonly targets: readonly TargetInfo<Target>[]
  readonly plan: Plan
  /** The orders of day and month, and the decimal marks, that the user has chosen, by column. */
  readonly answers: ReadonlyMap<number, Answer>
  /** The invalid cells that are not imported. */
  readonly leftOut: LeftOut
  /** The outcome of each row by line: first that of the dry run, then that of the import. */
  readonly results: ReadonlyMap<number, RowResult>
  /** Identifies the import in the change log, even when it is resumed. */
  readonly importId: string
  /** Number of assets that scans of the import have placed. */
  readonly placed: number
  readonly done: number
  readonly total: number
  /** Why the import waits before its next request. */
  readonly waitReason?: string | undefined
  /** Why the import was interrupted. */
  readonly problem?: string | undefined
}

const nothing: ImportRun = {
  phase: 'empty',
  fileName: '',
  heads: [],
  records: [],
  targets,
  plan: {
    mapping: [],
    orders: new Map(),
    questions: new Map(),
    marks: new Map(),
    hasHyphens: false,
    rows: [],
    sent: [],
    missingPlaces: [],
  },
  answers: new Map(),
  leftOut: new Map(),
  results: new Map(),
  importId: '',
  placed: 0,
  done: 0,
  total: 0,
}

export const importRun = createStore<ImportRun>(nothing)

const update = (change: Partial<ImportRun>): void => importRun.set({ ...importRun.get(), ...change })

let stopper = new AbortController()
/** The parts that the service has not confirmed yet. */
let waiting: Part[] = []
/** The scans that the service has not confirmed yet; undefined until all parts are. */
let placements: Placement[] | undefined

/** A browser on a handheld can't process more. Larger imports can use the API. */
const rowsMax = 100_000

export function reset(): void {
  stopper.abort()
  stopper = new AbortController()
  waiting = []
  importRun.set(nothing)
}

export async function openFile(file: File, chosen?: Chosen): Promise<void> {
  reset()
  const { signal } = stopper
  const { problem, source, ...opened } = await readFile(file, { what: 'asset', rowsMax, areHeadings }, chosen)
  const fields = importColumnsOf(await queryClient.fetchQuery(fieldsQuery))
  // The user has selected another file meanwhile.
  if (signal.aborted) return
  if (!('records' in opened)) return update({ problem, source })
  const { heads, records } = opened
  update({ fileName: file.name, source, heads, records, targets: targetsWith(fields) })
  await check(guessMapping(heads, fields, records))
}

/** Sets the fields that a column can contain, after one was defined. */
export const setTargets = (known: ImportRun['targets']): void => update({ targets: known })

/** Assigns a target to a column. The column that had the target before loses it. */
export function chooseTarget(column: number, target: Target | null): Promise<void> {
  const mapping = importRun.get().plan.mapping.map((before, at) => {
    if (at === column) return target
    return before === target ? null : before
  })
  const answers = new Map(importRun.get().answers)
  answers.delete(column)
  update({ answers, leftOut: new Map() })
  return check(mapping)
}

/** Sets whether the dates of a column begin with the day or with the month, or the decimal mark of its numbers. */
export function chooseAnswer(column: number, answer: Answer): Promise<void> {
  const { answers, plan } = importRun.get()
  update({ answers: new Map(answers).set(column, answer), leftOut: new Map() })
  return check(plan.mapping)
}

/** Sets whether spaces and other characters in keys are replaced by hyphens. */
export function chooseHyphens(hasHyphens: boolean): Promise<void> {
  update({ leftOut: new Map() })
  return check(importRun.get().plan.mapping, hasHyphens)
}

/** How often invalid cells are left out: without them, the service may find further ones. */
const attemptsMax = 4

/** Leaves out the invalid cells of rows that can be imported without them. */
export async function leaveOutInvalidCells(): Promise<void> {
  const file = importRun.get().records
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { plan, results, leftOut, phase, records } = importRun.get()
    const invalid = avoidableCells(plan, results)
    if (phase !== 'checked' || invalid.size === 0 || records !== file) return
    const next = new Map(leftOut)
    for (const [line, columns] of invalid) next.set(line, columns.union(leftOut.get(line) ?? new Set()))
    update({ leftOut: next })
    await check(plan.mapping)
  }
}

let checks = 0

const currentPlaces = async (): Promise<FindPlace> =>
  placeFinder(locationTreeOf(await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 })))

/** Checks the rows again, after locations were added. */
export const checkAgain = (): Promise<void> => check(importRun.get().plan.mapping)

/** Fetches the outcome of each row with a dry run. */
async function check(mapping: Mapping, hasHyphens = importRun.get().plan.hasHyphens): Promise<void> {
  const { records, answers, leftOut } = importRun.get()
  const turn = ++checks
  const findPlace = mapping.includes('location') ? await currentPlaces() : undefined
  // The user has made another choice meanwhile.
  if (turn !== checks) return
  const plan = planOf(records, readingOf(records, mapping, answers, hasHyphens), leftOut, findPlace)
  const rejected = plan.rows.flatMap((row) =>
    row.problems.length > 0 ? [[row.line, rejectedFor(row.problems)] as const] : [],
  )
  waiting = partsOf(plan.sent)
  update({
    phase: 'checking',
    plan,
    results: new Map(rejected),
    done: 0,
    total: plan.sent.length,
    problem: undefined,
  })
  await send(true)
}

const rejectedFor = (problems: readonly CellProblem[]): RowResult => ({
  outcome: 'refused',
  assetId: null,
  changes: [],
  problems,
})

/** Returns the rows that would create, change or place an asset. */
export const effectiveRows = ({ plan, results }: ImportRun): PlannedRow[] =>
  plan.sent.filter(({ line, place }) => {
    const outcome = results.get(line)?.outcome
    return outcome === 'created' || outcome === 'changed' || (outcome === 'unchanged' && place !== undefined)
  })

export async function startImport(): Promise<void> {
  const rows = effectiveRows(importRun.get())
  waiting = partsOf(rows)
  placements = undefined
  update({
    phase: 'importing',
    placed: 0,
    importId: newId(),
    done: 0,
    total: rows.length,
    problem: undefined,
  })
  await send(false)
}

/** Stops the import. The current part may have been stored; resuming sends it again with the same idempotency key. */
export const stop = (): void => stopper.abort()

export async function resume(): Promise<void> {
  const isDryRun = importRun.get().phase === 'checking'
  update({ ...(!isDryRun && { phase: 'importing' }), problem: undefined })
  await send(isDryRun)
}

async function send(isDryRun: boolean): Promise<void> {
  stopper.abort()
  stopper = new AbortController()
  const { signal } = stopper
  const whileCurrent = <T extends unknown[]>(work: (...values: T) => void) => {
    return (...values: T) => void (stopper.signal === signal && work(...values))
  }
  const onWait: Patience['onWait'] = whileCurrent(wait)
  try {
    for (let part = waiting[0]; part; part = waiting[0]) {
      const rest = await sendOrSplit(part, {
        isDryRun,
        importId: isDryRun ? newId() : importRun.get().importId,
        signal,
        onResponse: whileCurrent(recordResults),
        onWait,
      })
      signal.throwIfAborted()
      waiting.splice(0, 1, ...rest)
    }
    if (!isDryRun) await placeAssets({ signal, onWait })
    update({ phase: isDryRun ? 'checked' : 'imported' })
  } catch (error) {
    // The user has selected another file or other columns, which started a new dry run.
    if (stopper.signal !== signal) return
    const problem = signal.aborted ? undefined : messageOf(error)
    update({ ...(!isDryRun && { phase: 'halted' }), problem, waitReason: undefined })
  } finally {
    if (!isDryRun) void queryClient.invalidateQueries()
  }
}

function wait(waitReason: string | undefined): void {
  if (importRun.get().waitReason !== waitReason) update({ waitReason })
}

/** Places the assets at the locations of their rows. */
async function placeAssets(patience: Patience): Promise<void> {
  const { plan, results: imported } = importRun.get()
  placements ??= await placementsOf(plan.sent, imported, patience)
  for (let next = placements[0]; next; next = placements[0]) {
    patience.signal.throwIfAborted()
    const sent = await sendPlacement(next, patience)
    patience.signal.throwIfAborted()
    placements.shift()
    const { placed, results } = importRun.get()
    update({ placed: placed + sent.accepted, results: withUnplaced(results, sent, plan) })
  }
}

/** Sends a part. Returns the parts that are left to send: none, or two halves when the part was too large. */
async function sendOrSplit(part: Part, sending: Sending): Promise<readonly Part[]> {
  try {
    await sendPart(part, sending)
    return []
  } catch (error) {
    if (!isTooLarge(error)) throw error
    const halves = halvesOf(part)
    if (halves) return halves
    sending.onResponse(part, [tooLarge(messageOf(error))])
    return []
  }
}

function recordResults({ rows }: Part, imported: readonly Imported[]): void {
  const { results, done, plan } = importRun.get()
  const next = new Map(results)
  for (const [at, { line, tagColumns }] of rows.entries()) {
    const { outcome, id: assetId, changes, errors } = imported[at] as Imported
    const problems = errors.map((error) => ({
      column: columnOf(error.field, plan.mapping, tagColumns),
      message: serverText(error.message, error.text),
    }))
    next.set(line, { outcome, assetId, changes, problems })
  }
  update({ results: next, done: done + rows.length })
}

// Another user or organization must not continue the import. The same user can resume it after signing in again.
let whose = identityOf(session.get())
session.subscribe(() => {
  const next = identityOf(session.get())
  if (next === '' || next === whose) return
  reset()
  whose = next
})

addEventListener('beforeunload', (event) => {
  if (importRun.get().phase === 'importing') event.preventDefault()
})
