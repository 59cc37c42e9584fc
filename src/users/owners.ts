import { audit } from '../audit/record'
import { checked } from '../contract/check'
import { conflict, forbidden, invalidField, notFound } from '../errors'
import type { JsonObject } from '../json'
import type { Owner, Store, UserRow, Writes } from '../storage/store'
import { fold } from '../text'
import { type Clock, type Instant, toWire } from '../time'
import type { Author, SessionCaller } from '../caller'
import { memberSubject } from './members'
import { NewOwner, type OwnerView } from './member-schema'

export type OwnerService = ReturnType<typeof createOwnerService>

/** Who owns the installation (decision 0011). */
export function createOwnerService(store: Store, now: Clock) {
  async function list(): Promise<OwnerView[]> {
    return (await store.read.owners.list()).map(toView)
  }

  /** A person who has an account, and belongs to an organization: without one nobody can sign in. */
  function add(caller: SessionCaller, body: JsonObject): Promise<OwnerView> {
    const { email } = checked(NewOwner, body)
    return store.write(async (tx) => {
      await requireStillOwner(tx, caller)
      const user = await tx.identity.findUserByEmail(fold(email))
      const isMember = user && (await tx.identity.membershipsOf(user.id)).length > 0
      if (!isMember)
        throw invalidField('email', 'fk_not_found', 'email is not the address of a member of an organization')
      if (await tx.owners.find(user.id)) throw conflict('This person owns the installation already')
      await giveOwnership(tx, user, caller, now())
      return toView((await tx.owners.find(user.id)) as Owner)
    })
  }

  function remove(caller: SessionCaller, userId: string): Promise<void> {
    return store.write(async (tx) => {
      await requireStillOwner(tx, caller)
      const owner = await tx.owners.find(userId.toLowerCase())
      if (!owner) throw notFound('Owner')
      if ((await tx.owners.count()) === 1)
        throw conflict('The last owner of the installation cannot be removed')
      await tx.owners.remove(owner.userId)
      const change = { at: now(), action: 'ownership_ended', subject: memberSubject(owner) } as const
      for (const organizationId of await concerned(tx, owner.userId, caller))
        await audit(tx, { organizationId, actor: caller.actor }, change)
    })
  }

  return { list, add, remove }
}

/** A request that was under way when its sender ceased to be owner must not win the ownership back. */
async function requireStillOwner(tx: Writes, { userId }: SessionCaller): Promise<void> {
  if (!(await tx.owners.find(userId))) throw forbidden('This needs an owner of the installation')
}

/** In the write that makes the person a member, or later. */
export async function giveOwnership(
  tx: Writes,
  { id: userId, name }: Pick<UserRow, 'id' | 'name'>,
  author: Author,
  at: Instant,
): Promise<void> {
  await tx.owners.insert(userId, at)
  const change = { at, action: 'ownership_given', subject: memberSubject({ userId, name }) } as const
  for (const organizationId of await concerned(tx, userId, author))
    await audit(tx, { organizationId, actor: author.actor }, change)
}

/** In whose audit logs a change of ownership is written down. */
async function concerned(tx: Writes, userId: string, author: Author): Promise<Set<number>> {
  const own = await tx.identity.membershipsOf(userId)
  return new Set([author.organizationId, ...own.map(({ id }) => id)])
}

const toView = ({ userId, name, email, addedAt }: Owner): OwnerView => ({
  user_id: userId,
  name,
  email,
  added_at: toWire(addedAt),
})
