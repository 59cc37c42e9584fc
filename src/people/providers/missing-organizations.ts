import type { ProviderSetting } from '../../settings/providers'
import type { Reads } from '../../storage/core/store'

/** Returns a sentence for each organization that the roles of a provider name and that does not exist. */
export async function missingOrganizations(
  { accounts }: Pick<Reads, 'accounts'>,
  providers: readonly ProviderSetting[],
): Promise<string[]> {
  const sentences: string[] = []
  for (const { id, roles } of providers)
    for (const slug of new Set(roles.map(({ organization }) => organization)))
      if ((await accounts.findOrganizationId(slug)) === undefined)
        sentences.push(
          `The roles of the provider ${id} name the organization "${slug}", which does not exist.`,
        )
  return sentences
}
