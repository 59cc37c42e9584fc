import { callerMessages } from '../../contract/messages'
import { userMessages } from '../authentication/messages'
import { audit } from '../audit/record'
import { accepted, checked, problemsOf } from '../../contract/check'
import { dueAfter, zoneOfOrganization } from '../../contract/due'
import { type AppError, forbidden, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Membership, OrganizationRow, Reads, Store, Writes } from '../../storage/core/store'
import { type Clock, type Instant, type Micros, toMicros, toWire } from '../../base/time'
import type { Actor, SessionCaller } from '../../base/caller'
import {
  NewOrganization,
  OrganizationChanges,
  type OrganizationDetailsView,
  type OwnOrganizationView,
} from './schema'

/** The organizations of a user (docs/internal-api.md, Organizations). */
export class OrganizationService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<OwnOrganizationView> {
    const { name } = checked(NewOrganization, body)
    return this.#store.write(async (tx) => {
      const { userId, actor } = caller
      const organization = await createOrganization(tx, { name, userId, actor, at: this.#now() })
      return toOrganizationView({ ...organization, role: 'admin' })
    })
  }

  async list(caller: SessionCaller): Promise<OwnOrganizationView[]> {
    return (await this.#store.read.accounts.membershipsOf(caller.userId)).map(toOrganizationView)
  }

  async get(caller: SessionCaller, id: number): Promise<OrganizationDetailsView> {
    return toDetails(await this.#ownOrganization(this.#store.read, caller, id))
  }

  /** Returns an organization that the caller is a member of, which need not be that of the session. */
  async #ownOrganization(
    { accounts }: Pick<Reads, 'accounts'>,
    { userId }: SessionCaller,
    id: number,
  ): Promise<Membership> {
    const organization = (await accounts.membershipsOf(userId)).find((own) => own.id === id)
    if (!organization) throw noOrganization()
    return organization
  }

  /**
   * Returns an organization, which need not be that of the session. Throws `forbidden` if the caller is not an admin of it.
   */
  async #organizationOfAdmin(
    reads: Pick<Reads, 'accounts'>,
    caller: SessionCaller,
    id: number,
  ): Promise<Membership> {
    const organization = await this.#ownOrganization(reads, caller, id)
    if (organization.role !== 'admin') throw forbidden(userMessages('user.needs_admin'))
    return organization
  }

  async requireAdmin(caller: SessionCaller, id: number): Promise<void> {
    await this.#organizationOfAdmin(this.#store.read, caller, id)
  }

  /** Changes an organization. The slug cannot change, because topics of readers begin with it. */
  change(caller: SessionCaller, id: number, body: JsonObject): Promise<OrganizationDetailsView> {
    return this.#store.write(async (tx) => {
      // The role may have ended while the body arrived.
      const organization = await this.#organizationOfAdmin(tx, caller, id)
      const problems = problemsOf(OrganizationChanges, body, toDetails(organization))
      const input = accepted(OrganizationChanges, body, problems)
      const { history_retention_days: historyDays, audit_days: auditDays } = input
      await tx.accounts.updateOrganization(id, {
        name: input.name ?? organization.name,
        historyRetentionDays: historyDays === undefined ? organization.historyRetentionDays : historyDays,
        auditDays: auditDays === undefined ? organization.auditDays : auditDays,
        sensitivity: input.sensitivity ?? organization.sensitivity,
        mailLanguage: input.mail_language ?? organization.mailLanguage,
        timeZone: input.time_zone === undefined ? organization.timeZone : input.time_zone,
        eventLogDays: input.event_log_days ?? organization.eventLogDays,
        eventLogMax: input.event_log_max ?? organization.eventLogMax,
        gs1CompanyPrefix:
          input.gs1_company_prefix === undefined ? organization.gs1CompanyPrefix : input.gs1_company_prefix,
      })
      await keepPrefix(tx, id, input.gs1_company_prefix ?? null, this.#now())
      if (input.time_zone !== undefined && input.time_zone !== organization.timeZone)
        await keepHours(tx, id, input.time_zone, toMicros(this.#now()))
      const after = toDetails(await this.#ownOrganization(tx, caller, id))
      await audit(
        tx,
        { organizationId: id, actor: caller.actor },
        {
          at: this.#now(),
          action: 'changed',
          subject: subjectOf(organization),
          before: toDetails(organization),
          after,
        },
      )
      return after
    })
  }
}

/** Adds the prefix of EPCIS events to the prefixes from which numbers are minted, unless equal numbers would be possible. */
async function keepPrefix(
  { gs1Numbers }: Pick<Writes, 'gs1Numbers'>,
  organizationId: number,
  prefix: string | null,
  createdAt: Instant,
): Promise<void> {
  if (prefix === null) return
  const { prefixes, minted } = await gs1Numbers.overlapping(prefix)
  if (prefixes.length === 0 && minted.every((other) => other === prefix))
    await gs1Numbers.insert({ organizationId, prefix, isShared: false, createdAt })
}

/** Lets mail schedules keep their hours in another time zone. One that is due already is not put off. */
async function keepHours(
  { mailSchedules }: Pick<Writes, 'mailSchedules'>,
  organizationId: number,
  timeZone: string | null,
  now: Micros,
): Promise<void> {
  const zone = zoneOfOrganization(timeZone)
  for (const schedule of await mailSchedules.notDue(organizationId, now))
    await mailSchedules.setNext(organizationId, schedule.id, dueAfter(schedule, zone, now))
}

/** A new organization with the user as its admin. `actor` is the author of the audit entry. */
interface Founding {
  readonly name: string
  readonly userId: string
  readonly actor: Actor
  readonly at: Instant
}

export async function createOrganization(
  tx: Writes,
  { name, userId, actor, at }: Founding,
): Promise<OrganizationRow> {
  const organization = await tx.accounts.insertOrganization({
    name,
    slug: await freeSlug(tx, name),
    createdAt: at,
  })
  await tx.accounts.insertMembership(userId, organization.id, 'admin')
  await tx.mintedNumbers.open(organization.id, 'asset')
  await tx.mintedNumbers.open(organization.id, 'location')
  const { id, slug } = organization
  await audit(
    tx,
    { organizationId: id, actor },
    { at, action: 'created', subject: subjectOf(organization), after: { id, name, slug } },
  )
  return organization
}

const subjectOf = ({ id, name }: OrganizationRow) => ({ kind: 'organization', id, name }) as const

export const toOrganizationView = ({
  id,
  name,
  slug,
  role,
  timeZone,
  createdAt,
}: Membership): OwnOrganizationView => ({
  id,
  name,
  slug,
  role,
  time_zone: timeZone,
  created_at: toWire(createdAt),
})

const toDetails = (organization: Membership): OrganizationDetailsView => ({
  ...toOrganizationView(organization),
  history_retention_days: organization.historyRetentionDays,
  audit_days: organization.auditDays,
  sensitivity: organization.sensitivity,
  event_log_days: organization.eventLogDays,
  event_log_max: organization.eventLogMax,
  gs1_company_prefix: organization.gs1CompanyPrefix,
  mail_language: organization.mailLanguage,
})

/** Returns a slug: lower-case ASCII from the name, unique in the installation. It is the first level of MQTT topics. */
async function freeSlug(tx: Writes, name: string): Promise<string> {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const ascii = letters.replace(/[^a-z0-9]+/g, '-')
  const base = ascii.replace(/^-+|-+$/g, '').slice(0, 60) || 'organization'
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!(await tx.accounts.isSlugTaken(slug))) return slug
  }
}

export const noOrganization = (): AppError => notFound(callerMessages('caller.no_organization'))
