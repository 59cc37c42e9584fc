import { missingOrganizations } from '../../people/providers/missing-organizations'
import type { Settings } from '../../settings/table'
import { readDirectly } from '../../storage/direct-access'
import { type Message, sentences } from '../../base/messages'
import { type Finding, ok, problem, warning } from './finding'
import { doctorMessages as say } from './messages'

const check = 'sign_in_providers'

/** Checks that the organizations exist in which the groups of providers have roles. */
export async function checkProviders(settings: Settings): Promise<Finding> {
  const { signInProviders: providers } = settings
  if (providers.length === 0) return ok(check, say('doctor.no_provider'))
  const [first, ...others] = await readDirectly(settings, (read) => missingOrganizations(read, providers))
  if (first === undefined) return ok(check, say('doctor.providers'))
  return warning(check, sentences(first, ...others), say('doctor.correct_roles'))
}

/**
 * Adds what the running service has seen at sign-ins, which the command cannot know.
 *
 * @param seen sentences about providers
 */
export function withSeen(findings: readonly Finding[], seen: readonly Message[]): Finding[] {
  const own = findings.find((each) => each.check === check && each.state !== 'ok')
  const [first, ...others] = [...seen, ...(own ? [{ english: own.summary, text: own.text }] : [])]
  if (first === undefined || seen.length === 0) return [...findings]
  const found = problem(check, sentences(first, ...others), say('doctor.correct_provider'))
  return [...findings.filter((each) => each.check !== check), found]
}
