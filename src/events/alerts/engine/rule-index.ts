import { measureOf } from '../../../base/alert-kinds'
import { type Rule, subjectKindOf } from '../conditions/rule'

/** The rules of an organization that are on, by what they are about. */
export class RuleIndex {
  readonly #byId: ReadonlyMap<number, Rule>
  readonly #assetsAt: ReadonlyMap<number, readonly Rule[]>
  readonly #parAt: ReadonlyMap<number, readonly Rule[]>
  readonly all: readonly Rule[]
  readonly ids: ReadonlySet<number>
  readonly outside: readonly Rule[]
  readonly missing: readonly Rule[]
  readonly par: readonly Rule[]
  /** About the values that tags measure. */
  readonly measured: readonly Rule[]
  readonly readers: readonly Rule[]
  readonly tags: readonly Rule[]
  readonly buttons: readonly Rule[]
  /** About assets with a scope that a change of an asset can change. */
  readonly ofAssets: readonly Rule[]

  constructor(rules: readonly Rule[]) {
    this.all = rules
    this.ids = new Set(rules.map(({ id }) => id))
    this.#byId = new Map(rules.map((rule) => [rule.id, rule]))
    const ofKind = (kind: Rule['kind']) => rules.filter((rule) => rule.kind === kind)
    this.outside = ofKind('outside')
    this.missing = ofKind('missing')
    this.par = ofKind('par')
    this.measured = rules.filter(({ kind }) => measureOf(kind) !== undefined)
    this.readers = ofKind('reader_silent')
    this.tags = ofKind('tag_unknown')
    this.buttons = ofKind('button_pressed')
    this.ofAssets = rules.filter(({ kind }) => subjectKindOf(kind) === 'asset')
    this.#assetsAt = byLocation(this.ofAssets.filter(({ kind }) => kind !== 'missing'))
    this.#parAt = byLocation(this.par)
  }

  find(id: number): Rule | undefined {
    return this.#byId.get(id)
  }

  /** Returns the rules about assets at any of these locations, except those about assets that are not read. */
  ofAssetsAt(locationIds: Iterable<number>): Rule[] {
    return [...locationIds].flatMap((id) => this.#assetsAt.get(id) ?? [])
  }

  parAt(locationIds: Iterable<number>): Rule[] {
    return [...locationIds].flatMap((id) => this.#parAt.get(id) ?? [])
  }

  /** Returns the rules that name a location. */
  naming(locationId: number): Rule[] {
    return this.all.filter((rule) => rule.locationId === locationId || rule.fromLocationId === locationId)
  }
}

function byLocation(rules: readonly Rule[]): Map<number, Rule[]> {
  const found = new Map<number, Rule[]>()
  for (const rule of rules)
    for (const id of [rule.locationId, rule.fromLocationId])
      if (id !== null) found.set(id, [...(found.get(id) ?? []), rule])
  return found
}
