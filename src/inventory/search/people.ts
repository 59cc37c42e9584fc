import type { Role } from '../../base/caller'
import { hasRole } from '../../base/caller'
import { foldLoosely } from '../../base/text'
import type { Store, Word } from '../../storage/core/store'
import { ranked } from './rank'
import type { FoundApiKeyView, FoundMemberView, FoundWebhookView } from './schema'

/** What a search finds among members, API keys and webhooks, which are few (docs/internal-api.md, Search). */

/** Maximum number of rows of a kind that are compared with the words. */
const comparedMax = 2_000
const shown = 5
const first = { limit: comparedMax, offset: 0 }

interface Named {
  readonly id: number | string
  readonly name: string
  /** What else is compared with the words. */
  readonly externalKey: string
}

/** Returns the rows that have all words, in the order of the search. */
function found<Row extends Named>(rows: readonly Row[], words: readonly Word[]): Row[] {
  const matching = rows.filter(({ name, externalKey }) => {
    const text = foldLoosely(`${externalKey} ${name}`)
    return words.every(({ loose }) => text.includes(loose))
  })
  return ranked(matching, words).slice(0, shown)
}

interface FoundPeople {
  readonly members: FoundMemberView[]
  readonly api_keys: FoundApiKeyView[]
  readonly webhooks: FoundWebhookView[]
}

/** Searches what the role may see: the same as the lists of these records. */
export async function searchPeople(
  read: Pick<Store['read'], 'members' | 'accounts' | 'webhooks'>,
  { organizationId, role }: { readonly organizationId: number; readonly role: Role },
  words: readonly Word[],
): Promise<FoundPeople> {
  const members = (await read.members.list(organizationId, first)).rows
  const isAdmin = hasRole(role, 'admin')
  const keys = isAdmin ? (await read.accounts.listApiKeys(organizationId, first)).rows : []
  const webhooks = isAdmin ? (await read.webhooks.list(organizationId, first)).rows : []
  return {
    members: found(
      members.map((member) => ({ ...member, id: member.userId, externalKey: member.email })),
      words,
    ).map(({ userId, name, email }) => ({ user_id: userId, name, email })),
    api_keys: found(
      keys.map((key) => ({ ...key, externalKey: key.id })),
      words,
    ).map(({ id, name, revokedAt }) => ({ client_id: id, name, is_revoked: revokedAt !== null })),
    webhooks: found(
      webhooks.map((webhook) => ({ ...webhook, externalKey: webhook.url })),
      words,
    ).map(({ id, name, url }) => ({ id, name, url })),
  }
}
