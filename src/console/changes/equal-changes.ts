import type { Change } from './change-sentence'

/** Changes of the same kind, one after another, such as the deletions of several assets. */
export interface Run {
  readonly first: Change
  /** Empty for a change that is unlike its neighbors. */
  readonly others: readonly Change[]
}

/** Two equal changes are as short as a row that opens. */
const least = 3

const recordKinds: ReadonlySet<string> = new Set(['asset', 'location', 'reader', 'unknown_tag'])

/** Whether both are the same change of different records by the same actor. */
function isAlike(one: Change, other: Change): boolean {
  const fieldsOf = ({ before, after }: Change) =>
    before && after ? Object.keys(after).toSorted().join(' ') : ''
  return (
    recordKinds.has(one.subject.kind) &&
    one.subject.kind === other.subject.kind &&
    one.action === other.action &&
    one.actor.id === other.actor.id &&
    one.import === null &&
    other.import === null &&
    fieldsOf(one) === fieldsOf(other)
  )
}

/** Joins changes that are alike and follow each other. */
export function runsOf(changes: readonly Change[]): Run[] {
  const runs: Change[][] = []
  for (const change of changes) {
    const run = runs.at(-1)
    const isNew = !run?.[0] || !isAlike(run[0], change) || run.some(isOf(change))
    if (isNew) runs.push([change])
    else run.push(change)
  }
  return runs.flatMap((run) =>
    run.length < least
      ? run.map((first) => ({ first, others: [] }))
      : [{ first: run[0] as Change, others: run.slice(1) }],
  )
}

/** Several changes of one record are its own history, and each is shown. */
const isOf =
  ({ subject: { id } }: Change) =>
  ({ subject }: Change): boolean =>
    subject.id === id
