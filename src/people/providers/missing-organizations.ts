import type { ProviderSetting } from '../../settings/providers'
import type { Message } from '../../base/messages'
import type { Reads } from '../../storage/core/store'
import { providerMessages as say } from './messages'

/** Returns a sentence for each organization that the roles of a provider name and that does not exist. */
export async function missingOrganizations(
  { accounts }: Pick<Reads, 'accounts'>,
  providers: readonly ProviderSetting[],
): Promise<Message[]> {
  const sentences: Message[] = []
  for (const { id, roles } of providers)
    for (const slug of new Set(roles.map(({ organization }) => organization)))
      if ((await accounts.findOrganizationId(slug)) === undefined)
        sentences.push(say('provider.no_organization', { provider: id, organization: slug }))
  return sentences
}
