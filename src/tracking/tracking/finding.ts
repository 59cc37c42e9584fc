import { conflict, forbidden, notFound } from '../../base/errors'
import { hasRole, type SessionCaller } from '../../base/caller'
import { callerMessages, rowMessages } from '../../contract/messages'
import type { Store } from '../../storage/core/store'
import { findMessages } from './messages'

/** Throws unless the caller may look for the asset by signal, and the asset can be found so. */
export async function requireFindable(
  { read }: Pick<Store, 'read'>,
  { organizationId, role }: SessionCaller,
  assetId: number,
): Promise<void> {
  if (!hasRole(role, 'operator')) throw forbidden(callerMessages('caller.role', { role: 'operator' }))
  const found = await read.assets.findWithTags(organizationId, assetId)
  if (!found) throw notFound(rowMessages('asset.not_found'))
  if (!found.tags.some(({ tagType }) => tagType !== 'barcode'))
    throw conflict(findMessages('find.no_radio_tag'))
}
