import { queryClient } from '../api/client'
import { messageOf } from '../api/errors'
import { session, whoseOf } from '../api/session'
import { createStore } from '../api/store'
import { columnOf, guessMapping, type Mapping, type Target } from './columns'
import { type CsvRecord, parseCsv, textOf } from './csv'
import { type CellProblem, type Plan, type PlannedRow, planOf, type RowResult } from './plan'
import { halvesOf, type Imported, isTooLarge, type Part, partsOf, type Sending, sendPart } from './send-part'

/** The import of one file, from its choice to its end. It goes on while the person looks at other pages. */

/** Checking is the rehearsal, which keeps nothing; halted is an import that was stopped or failed, and can go on. */
type Phase = 'empty' | 'checking' | 'checked' | 'importing' | 'halted' | 'imported'

export interface ImportRun {
  readonly phase: Phase
  readonly fileName: string
  readonly heads: readonly string[]
  readonly records: readonly CsvRecord[]
  readonly plan: Plan
  /** What the rehearsal says of each row, and later what became of it, by line. */
  readonly results: ReadonlyMap<number, RowResult>
  readonly done: number
  readonly total: number
  /** Why it waits for the service. */
  readonly held?: string | undefined
  /** Why it ended before its time. */
  readonly problem?: string | undefined
}

const nothing: ImportRun = {
  phase: 'empty',
  fileName: '',
  heads: [],
  records: [],
  plan: { mapping: [], rows: [], sent: [] },
  results: new Map(),
  done: 0,
  total: 0,
}

export const importRun = createStore<ImportRun>(nothing)

const show = (change: Partial<ImportRun>): void => importRun.set({ ...importRun.get(), ...change })

let stopper = new AbortController()
/** What has not been answered yet. */
let waiting: Part[] = []

/** More is for a program and the API: a browser on a handheld would not like it. */
const rowsMax = 100_000

export function reset(): void {
  stopper.abort()
  stopper = new AbortController()
  waiting = []
  importRun.set(nothing)
}

/** As .xlsx and .ods are. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9

export async function openFile(file: File): Promise<void> {
  reset()
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes))
    return show({ problem: `${file.name} is a workbook: save it as CSV, and choose that file.` })
  const [first, ...records] = parseCsv(textOf(bytes))
  if (!first || records.length === 0)
    return show({
      problem: `${file.name} has no rows: its first line names the columns, the others are assets.`,
    })
  if (records.length > rowsMax)
    return show({ problem: `${file.name} has more than ${rowsMax.toLocaleString('en')} rows: divide it.` })
  const heads = first.cells
  show({ fileName: file.name, heads, records })
  await check(guessMapping(heads))
}

/** Another meaning of a column; the column that had it before has none. */
export function chooseTarget(column: number, target: Target | null): Promise<void> {
  const mapping = importRun.get().plan.mapping.map((before, at) => {
    if (at === column) return target
    return before === target ? null : before
  })
  return check(mapping)
}

/** Asks the service what would become of the rows. */
async function check(mapping: Mapping): Promise<void> {
  const plan = planOf(importRun.get().records, mapping)
  const refused = plan.rows.flatMap((row) =>
    row.problem ? [[row.line, refusedFor(row.problem)] as const] : [],
  )
  waiting = partsOf(plan.sent)
  show({
    phase: 'checking',
    plan,
    results: new Map(refused),
    done: 0,
    total: plan.sent.length,
    problem: undefined,
  })
  await send(true)
}

const refusedFor = (problem: CellProblem): RowResult => ({
  outcome: 'refused',
  changes: [],
  problems: [problem],
})

/** The rows that would change something. */
export const effectiveRows = ({ plan, results }: ImportRun): PlannedRow[] =>
  plan.sent.filter(({ line }) => ['created', 'changed'].includes(results.get(line)?.outcome ?? ''))

export async function startImport(): Promise<void> {
  const rows = effectiveRows(importRun.get())
  waiting = partsOf(rows)
  show({ phase: 'importing', done: 0, total: rows.length, problem: undefined })
  await send(false)
}

/** What is under way may have been stored; going on asks for it with the same key. */
export const stop = (): void => stopper.abort()

export async function goOn(): Promise<void> {
  const isRehearsal = importRun.get().phase === 'checking'
  show({ ...(!isRehearsal && { phase: 'importing' }), problem: undefined })
  await send(isRehearsal)
}

async function send(isRehearsal: boolean): Promise<void> {
  stopper.abort()
  stopper = new AbortController()
  const { signal } = stopper
  const own = <T extends unknown[]>(work: (...values: T) => void) => {
    return (...values: T) => void (stopper.signal === signal && work(...values))
  }
  try {
    for (let part = waiting[0]; part; part = waiting[0]) {
      const next = await answeredOrDivided(part, {
        isRehearsal,
        signal,
        onAnswer: own((answered, rows) => note(answered, rows)),
        onHold: own((held) => importRun.get().held !== held && show({ held })),
      })
      signal.throwIfAborted()
      waiting.splice(0, 1, ...next)
    }
    show({ phase: isRehearsal ? 'checked' : 'imported' })
  } catch (error) {
    // Another file, or another choice of columns, has taken over.
    if (stopper.signal !== signal) return
    const problem = signal.aborted ? undefined : messageOf(error)
    show({ ...(!isRehearsal && { phase: 'halted' }), problem, held: undefined })
  } finally {
    if (!isRehearsal) void queryClient.invalidateQueries()
  }
}

/** What is left to send of the part. */
async function answeredOrDivided(part: Part, sending: Sending): Promise<readonly Part[]> {
  try {
    await sendPart(part, sending)
    return []
  } catch (error) {
    if (!isTooLarge(error)) throw error
    const halves = halvesOf(part)
    if (halves) return halves
    sending.onAnswer(part, [tooLarge(messageOf(error))])
    return []
  }
}

/** A row that even alone is more than the service takes. */
const tooLarge = (message: string): Imported => ({
  outcome: 'refused',
  id: null,
  external_key: null,
  changes: [],
  errors: [{ field: '', code: 'too_large', message }],
})

function note({ rows }: Part, answered: readonly Imported[]): void {
  const { results, done, plan } = importRun.get()
  const next = new Map(results)
  for (const [at, { line, tagColumns }] of rows.entries()) {
    const { outcome, changes, errors } = answered[at] as Imported
    const problems = errors.map(({ field, message }) => ({
      column: columnOf(field, plan.mapping, tagColumns),
      message,
    }))
    next.set(line, { outcome, changes, problems })
  }
  show({ results: next, done: done + rows.length })
}

// Nobody imports for the next person, or into another organization; whose session has ended goes on after the sign-in.
let whose = whoseOf(session.get())
session.subscribe(() => {
  const next = whoseOf(session.get())
  if (next === '' || next === whose) return
  reset()
  whose = next
})

addEventListener('beforeunload', (event) => {
  if (importRun.get().phase === 'importing') event.preventDefault()
})
