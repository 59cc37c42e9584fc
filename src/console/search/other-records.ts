import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { matchedText } from './matched-text'
import type { FoundGroup } from './found'

/** Returns what was found among deleted assets and what admins manage, as far as the user may see it. */
export const otherGroups = ({
  members,
  api_keys: keys,
  webhooks,
  deleted_assets: deleted,
}: Schemas['SearchResult']): readonly FoundGroup[] => [
  {
    label: t('Members'),
    items: members.map(({ name, email }) => ({
      href: `/members?${new URLSearchParams({ q: email }).toString()}`,
      title: name,
      kind: 'member',
      place: email,
      matched: '',
    })),
  },
  {
    label: t('API keys'),
    items: keys.map(({ client_id: id, name, is_revoked: isRevoked }) => ({
      href: `/api-keys/${id}/requests`,
      title: name,
      kind: 'api_key',
      place: isRevoked ? t('Revoked') : '',
      matched: id,
    })),
  },
  {
    label: t('Webhooks'),
    items: webhooks.map(({ id, name, url }) => ({
      href: `/webhooks/${id}`,
      title: name,
      kind: 'webhook',
      place: url,
      matched: '',
    })),
  },
  {
    label: t('Deleted assets'),
    items: deleted.map(({ id, name, matched }) => ({
      href: `/deleted-assets/${id}`,
      title: name,
      kind: 'deleted_asset',
      place: t('Deleted'),
      matched: matchedText(matched),
    })),
  },
]
