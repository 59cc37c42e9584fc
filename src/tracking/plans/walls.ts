import { planMessages } from './messages'
import { fieldMessages } from '../../contract/messages'
import { audit } from '../../people/audit/record'
import type { SessionCaller } from '../../base/caller'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { StoredImage } from '../../base/images/stored'
import type { JsonObject } from '../../base/json'
import { isSame, newWallSecret, sha256 } from '../../base/secrets'
import type { AlertRow, ListedWallLink, Store, WallLinkRow } from '../../storage/core/store'
import { severities } from '../../base/alert-kinds'
import { type Clock, toWire, wireOf } from '../../base/time'
import type { FloorService } from './floor'
import {
  type CreatedWallLinkView,
  NewWallLink,
  type WallAlertView,
  type WallLinkView,
  WallToken,
  type WallView,
} from './schema'
import type { PlanService } from './service'

/** The alerts that a screen has room for. */
const alertsMax = 3

const openAlerts = {
  isOpen: true,
  kinds: [],
  ruleIds: [],
  assetIds: [],
  from: undefined,
  to: undefined,
  closedFrom: undefined,
}

/** Maximum number of links of an organization. */
const linksMax = 100

/** Links that show one location on a screen, without a session (docs/internal-api.md, Wall links). */
export class WallService {
  readonly #store: Store
  readonly #plans: PlanService
  readonly #floor: FloorService
  readonly #now: Clock

  constructor(store: Store, plans: PlanService, floor: FloorService, now: Clock) {
    this.#store = store
    this.#plans = plans
    this.#floor = floor
    this.#now = now
  }

  async list(
    { organizationId }: SessionCaller,
    page: Page,
  ): Promise<{ rows: WallLinkView[]; total: number }> {
    const { rows, total } = await this.#store.read.wallLinks.list(organizationId, page)
    return { rows: rows.map(toView), total }
  }

  /** Creates a link and returns its path. Only the hash of its secret is stored. */
  async create(caller: SessionCaller, body: JsonObject): Promise<CreatedWallLinkView> {
    const { location_id: locationId, name } = checked(NewWallLink, body)
    const { organizationId, userId } = caller
    const secret = newWallSecret()
    const view = await this.#store.write(async (tx) => {
      const location = await tx.locations.find(organizationId, locationId)
      if (!location)
        throw invalidField(
          'location_id',
          'fk_not_found',
          fieldMessages('field.no_location', { field: 'location_id' }),
        )
      const { total } = await tx.wallLinks.list(organizationId, { limit: 1, offset: 0 })
      if (total >= linksMax) throw conflict(planMessages('plan.many_links', { max: linksMax }))
      const at = this.#now()
      const link = { organizationId, locationId, name, createdBy: userId, createdAt: at }
      const id = await tx.wallLinks.insert({ ...link, tokenHash: sha256(secret) })
      const after = toView({ ...link, id, locationName: location.name, creator: caller.actor.name })
      await audit(tx, caller, { at, action: 'created', subject: subjectOf({ ...link, id }), after })
      return after
    })
    return { ...view, url: `/console/wall#waw_${view.id}_${secret}` }
  }

  revoke(caller: SessionCaller, id: number): Promise<void> {
    return this.#store.write(async (tx) => {
      const link = await tx.wallLinks.revoke(caller.organizationId, id)
      if (!link) throw notFound(planMessages('plan.no_link'))
      const before = { id, name: link.name, location_id: link.locationId }
      await audit(tx, caller, { at: this.#now(), action: 'revoked', subject: subjectOf(link), before })
    })
  }

  /** Finds the link of a token. All errors are the same, so that they do not reveal which links exist. */
  async #linkOf(body: JsonObject): Promise<WallLinkRow> {
    const { token } = checked(WallToken, body)
    const [, id, secret] = /^waw_([1-9]\d{0,14})_([0-9a-f]{64})$/.exec(token) ?? []
    const link = id === undefined ? undefined : await this.#store.read.wallLinks.find(Number(id))
    if (!link || secret === undefined || !isSame(sha256(secret), link.tokenHash))
      throw notFound(planMessages('plan.no_link'))
    return link
  }

  async look(body: JsonObject): Promise<WallView> {
    const { organizationId, locationId } = await this.#linkOf(body)
    const tree = await this.#store.read.tree.whole(organizationId, this.#now())
    const nodes = subtreeOf(tree, locationId)
    const [root] = nodes
    if (!root) throw notFound(planMessages('plan.no_link'))
    const ids = new Set(nodes.map(({ id }) => id))
    const plan = await this.#plans.get(organizationId, locationId)
    const organization = await this.#store.read.accounts.findOrganization(organizationId)
    return {
      time_zone: organization?.timeZone ?? null,
      location: { id: root.id, name: root.name },
      tree: nodes.map(({ id, name, parentId }) => ({
        id,
        name,
        parent_id: id === locationId ? null : parentId,
      })),
      plan: { ...plan, areas: plan.areas.filter((area) => ids.has(area.location_id)) },
      ...(await this.#alertsAt(organizationId, [...ids])),
      ...(await this.#floor.part(organizationId, ids)),
    }
  }

  async #alertsAt(
    organizationId: number,
    locationIds: readonly number[],
  ): Promise<Pick<WallView, 'alerts' | 'alert_count'>> {
    const rows: AlertRow[] = []
    let total = 0
    for (const severity of severities) {
      const found = await this.#store.read.alerts.list(
        organizationId,
        { ...openAlerts, severities: [severity], locationIds },
        { limit: alertsMax, offset: 0, order: [{ field: 'opened_at', descending: true }] },
      )
      rows.push(...found.rows)
      total += found.total
    }
    return { alerts: rows.slice(0, alertsMax).map(toAlertView), alert_count: total }
  }

  async image(body: JsonObject): Promise<StoredImage> {
    const { organizationId, locationId } = await this.#linkOf(body)
    return this.#plans.image(organizationId, locationId)
  }
}

interface Node {
  readonly id: number
  readonly parentId: number | null
  readonly name: string
}

/** Returns the location, first, and all locations below it. */
function subtreeOf(tree: readonly Node[], id: number): Node[] {
  const children = Map.groupBy(tree, ({ parentId }) => parentId)
  const found = tree.filter((node) => node.id === id)
  // The array grows while it is read.
  for (const node of found) found.push(...(children.get(node.id) ?? []))
  return found
}

const subjectOf = ({ id, name }: Pick<WallLinkRow, 'name'> & { readonly id: number }) =>
  ({ kind: 'wall_link', id, name }) as const

const toAlertView = (row: AlertRow): WallAlertView => ({
  id: row.id,
  kind: row.kind,
  severity: row.severity,
  subject_name: row.subjectName,
  location_id: row.locationId,
  opened_at: wireOf(row.openedAt),
  is_acknowledged: row.acknowledgedAt !== null,
})

const toView = (link: ListedWallLink): WallLinkView => ({
  id: link.id,
  name: link.name,
  location_id: link.locationId,
  location_name: link.locationName,
  created_by: link.creator,
  created_at: toWire(link.createdAt),
})
