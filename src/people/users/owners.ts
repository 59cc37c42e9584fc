import { callerMessages } from '../../contract/messages'
import { userMessages } from '../authentication/messages'
import { audit } from '../audit/record'
import { checked } from '../../contract/check'
import { conflict, forbidden, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Owner, Store, UserRow, Writes } from '../../storage/core/store'
import { fold } from '../../base/text'
import { type Clock, type Instant, toWire } from '../../base/time'
import type { Author, SessionCaller } from '../../base/caller'
import { memberSubject } from './account-audit'
import { NewOwner, type OwnerView } from './member-schema'

export type OwnerService = ReturnType<typeof createOwnerService>

/** The owners of the installation (decision 0011). */
export function createOwnerService(store: Store, now: Clock) {
  async function list(): Promise<OwnerView[]> {
    return (await store.read.owners.list()).map(toView)
  }

  /** Adds an owner, who must be a member of an organization: other users cannot sign in. */
  function add(caller: SessionCaller, body: JsonObject): Promise<OwnerView> {
    const { email } = checked(NewOwner, body)
    return store.write(async (tx) => {
      await requireStillOwner(tx, caller)
      const user = await tx.accounts.findUserByEmail(fold(email))
      const isMember = user && (await tx.accounts.membershipsOf(user.id)).length > 0
      if (!isMember)
        throw invalidField('email', 'fk_not_found', userMessages('user.no_member_email', { field: 'email' }))
      if (await tx.owners.find(user.id)) throw conflict(userMessages('user.already_owner'))
      await grantOwnership(tx, user, caller, now())
      return toView((await tx.owners.find(user.id)) as Owner)
    })
  }

  function remove(caller: SessionCaller, userId: string): Promise<void> {
    return store.write(async (tx) => {
      await requireStillOwner(tx, caller)
      const owner = await tx.owners.find(userId.toLowerCase())
      if (!owner) throw notFound(userMessages('user.no_owner'))
      if ((await tx.owners.count()) === 1) throw conflict(userMessages('user.last_owner'))
      await tx.owners.remove(owner.userId)
      const change = { at: now(), action: 'ownership_ended', subject: memberSubject(owner) } as const
      for (const organizationId of await affectedOrganizations(tx, owner.userId, caller))
        await audit(tx, { organizationId, actor: caller.actor }, change)
    })
  }

  return { list, add, remove }
}

/** Throws `forbidden` if the caller is no longer an owner. */
async function requireStillOwner(tx: Writes, { userId }: SessionCaller): Promise<void> {
  if (!(await tx.owners.find(userId))) throw forbidden(callerMessages('caller.needs_owner'))
}

/** Makes a user an owner, in the transaction that adds the first membership or a later one. */
export async function grantOwnership(
  tx: Writes,
  { id: userId, name }: Pick<UserRow, 'id' | 'name'>,
  author: Author,
  at: Instant,
): Promise<void> {
  await tx.owners.insert(userId, at)
  const change = { at, action: 'ownership_given', subject: memberSubject({ userId, name }) } as const
  for (const organizationId of await affectedOrganizations(tx, userId, author))
    await audit(tx, { organizationId, actor: author.actor }, change)
}

/** Returns the organizations whose audit logs record a change of ownership: those of the owner and of the author. */
async function affectedOrganizations(tx: Writes, userId: string, author: Author): Promise<Set<number>> {
  const own = await tx.accounts.membershipsOf(userId)
  return new Set([author.organizationId, ...own.map(({ id }) => id)])
}

const toView = ({ userId, name, email, addedAt }: Owner): OwnerView => ({
  user_id: userId,
  name,
  email,
  added_at: toWire(addedAt),
})
