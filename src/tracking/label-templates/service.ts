import type { SessionCaller } from '../../base/caller'
import { conflict, invalid, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, laterThan, toWire } from '../../base/time'
import { hashOf } from '../../base/images/stored'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { LabelTemplateRow, Reads, Store, Writes } from '../../storage/core/store'
import { templateProblems } from './checks'
import { withReadImages } from './images'
import { labelMessages } from './messages'
import { type LabelElement, type NewElement, NewTemplate, TemplateChange, type TemplateView } from './schema'
import { ownKeyOf } from './values'

/** Maximum number of templates of an organization. */
const templatesMax = 200

/** Label templates of an organization (docs/internal-api.md, Label templates). */
export class TemplateService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: TemplateView[]; total: number }> {
    const { labelTemplates } = this.#store.read
    const rows = await labelTemplates.list(organizationId, page)
    return { rows: rows.map(toView), total: await labelTemplates.count(organizationId) }
  }

  async get({ organizationId }: SessionCaller, id: number): Promise<TemplateView> {
    return toView(await ownTemplate(this.#store.read, organizationId, id))
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<TemplateView> {
    const { organizationId } = caller
    const { name, elements: sent, ...lengths } = checked(NewTemplate, body)
    const size = { ...lengths, gap_mm: lengths.gap_mm ?? 0, margin_mm: lengths.margin_mm ?? 0 }
    requireNone(templateProblems(size, sent, await ownKeys(this.#store.read, organizationId)))
    const elements = await withReadImages(sent.map(wholeOf), new Set())
    return this.#store.write(
      async (tx) => {
        if ((await tx.labelTemplates.count(organizationId)) >= templatesMax)
          throw conflict(labelMessages('label.many', { max: templatesMax }))
        const at = this.#now()
        const columns = {
          organizationId,
          name,
          ...toColumns(size),
          elements: JSON.stringify(elements),
          createdAt: at,
          updatedAt: at,
        }
        const row = { ...columns, id: await tx.labelTemplates.insert(columns) }
        await audit(tx, caller, { at, action: 'created', subject: subjectOf(row), after: auditedOf(row) })
        return toView(row)
      },
      [organizationId],
    )
  }

  /** A field that was deleted since stays in the template. */
  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<TemplateView> {
    const { organizationId } = caller
    const { name, elements: sent, ...lengths } = checked(TemplateChange, body)
    const present = toView(await ownTemplate(this.#store.read, organizationId, id))
    const known = present.elements.flatMap(({ field }) => ownKeyOf(field ?? '') ?? [])
    const keys = new Set([...known, ...(await ownKeys(this.#store.read, organizationId))])
    requireNone(templateProblems({ ...present, ...lengths }, sent ?? [], keys))
    const images = new Set(present.elements.flatMap(({ image }) => image ?? []))
    const elements = sent && (await withReadImages(sent.map(wholeOf), images))
    return this.#store.write(
      async (tx) => {
        const before = await ownTemplate(tx, organizationId, id)
        const view = toView(before)
        const next = { ...view, ...lengths, elements: elements ?? view.elements }
        // Another change may have moved the elements or the edges since.
        requireNone(templateProblems(next, next.elements, new Set([...keys, ...ownKeysIn(next.elements)])))
        const at = this.#now()
        const after: LabelTemplateRow = {
          ...before,
          name: name ?? before.name,
          ...toColumns(next),
          elements: JSON.stringify(next.elements),
          updatedAt: laterThan(before.updatedAt, at),
        }
        await tx.labelTemplates.update(after)
        await audit(tx, caller, {
          at,
          action: 'changed',
          subject: subjectOf(before),
          before: auditedOf(before),
          after: auditedOf(after),
        })
        return toView(after)
      },
      [organizationId],
    )
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    const { organizationId } = caller
    await this.#store.write(
      async (tx) => {
        const row = await ownTemplate(tx, organizationId, id)
        await tx.labelTemplates.delete(organizationId, id)
        await audit(tx, caller, {
          at: this.#now(),
          action: 'deleted',
          subject: subjectOf(row),
          before: auditedOf(row),
        })
      },
      [organizationId],
    )
  }
}

/** Returns a template of the organization. Throws `not_found`. */
async function ownTemplate(
  { labelTemplates }: Pick<Reads | Writes, 'labelTemplates'>,
  organizationId: number,
  id: number,
): Promise<LabelTemplateRow> {
  const row = await labelTemplates.find(organizationId, id)
  if (!row) throw notFound(labelMessages('label.no_template'))
  return row
}

async function ownKeys(
  { assetFields }: Pick<Reads, 'assetFields'>,
  organizationId: number,
): Promise<Set<string>> {
  return new Set((await assetFields.list(organizationId)).map(({ key }) => key))
}

const ownKeysIn = (elements: readonly LabelElement[]): string[] =>
  elements.flatMap(({ field }) => ownKeyOf(field ?? '') ?? [])

function requireNone(problems: ReturnType<typeof templateProblems>): void {
  if (problems.length > 0) throw invalid(problems)
}

const wholeOf = ({ field, text, image, fits, ...rest }: NewElement): LabelElement => ({
  ...rest,
  field: field ?? null,
  text: text ?? null,
  image: image ?? null,
  fits: fits ?? false,
})

const toColumns = (size: Pick<TemplateView, 'width_mm' | 'height_mm' | 'gap_mm' | 'margin_mm'>) => ({
  widthMm: size.width_mm,
  heightMm: size.height_mm,
  gapMm: size.gap_mm,
  marginMm: size.margin_mm,
})

const toView = (row: LabelTemplateRow): TemplateView => ({
  id: row.id,
  name: row.name,
  width_mm: row.widthMm,
  height_mm: row.heightMm,
  gap_mm: row.gapMm,
  margin_mm: row.marginMm,
  elements: JSON.parse(row.elements) as LabelElement[],
  created_at: toWire(row.createdAt),
  updated_at: toWire(row.updatedAt),
})

const subjectOf = ({ id, name }: LabelTemplateRow) => ({ kind: 'label_template', id, name }) as const

/** An entry has the hash of an image. */
function auditedOf(row: LabelTemplateRow) {
  const { id: _id, created_at: _createdAt, updated_at: _updatedAt, elements, ...rest } = toView(row)
  const hashed = elements.map(({ image, ...element }) =>
    image === null ? element : { ...element, image: hashOf(Buffer.from(image, 'base64')) },
  )
  return { ...rest, elements: hashed }
}
