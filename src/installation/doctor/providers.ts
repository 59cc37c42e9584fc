import { missingOrganizations } from '../../people/providers/missing-organizations'
import type { Settings } from '../../settings/table'
import { readDirectly } from '../../storage/direct-access'
import { type Finding, ok, problem, warning } from './finding'

const check = 'sign_in_providers'

/** Checks that the organizations exist in which the groups of providers have roles. */
export async function checkProviders(settings: Settings): Promise<Finding> {
  const { signInProviders: providers } = settings
  if (providers.length === 0) return ok(check, 'No provider signs users in.')
  const missing = await readDirectly(settings, (read) => missingOrganizations(read, providers))
  if (missing.length === 0) return ok(check, 'The organizations of the roles of all providers exist.')
  return warning(
    check,
    missing.join(' '),
    'Correct roles in sign_in_providers. The short name of an organization is on its Settings page.',
  )
}

/**
 * Adds what the running service has seen at sign-ins, which the command cannot know.
 *
 * @param seen sentences about providers
 */
export function withSeen(findings: readonly Finding[], seen: readonly string[]): Finding[] {
  if (seen.length === 0) return [...findings]
  const own = findings.find((each) => each.check === check && each.state !== 'ok')
  const summary = [...seen, own?.summary].filter(Boolean).join(' ')
  const advice =
    'No membership was changed. Correct the provider, or issuer, groups_claim or scope in sign_in_providers. The log has the details.'
  return [...findings.filter((each) => each.check !== check), problem(check, summary, advice)]
}
