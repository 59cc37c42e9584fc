import { expect } from 'bun:test'
import { type ApiResponse, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { startProgram } from '../../support/program'
import { faultsOf, freshKey } from '../../support/records'
import { accept, invitations, newMember } from '../../support/users'

/** Starts a service, and returns what invited people and others do with an invitation. */
export async function startInviting() {
  const program = await startProgram()
  const admin = await signIn(program)
  const anyone = clientOf(program.http)

  const look = (token: string, client = anyone): Promise<ApiResponse> =>
    client.post(`${invitations}/look`, { token })

  const joinAs = (session: Client, token: string): Promise<ApiResponse> =>
    session.post(`${invitations}/join`, { token })

  /** All three ways to use an invitation; the user who joins is not a member yet. */
  async function useAll(token: string, outsider: Client): Promise<ApiResponse[]> {
    return [await look(token), await accept(anyone, token), await joinAs(outsider, token)]
  }

  async function outsider(): Promise<Client> {
    return (await newMember(program, await otherOrganization(program, freshKey('Else')))).session
  }

  async function expectUseless(token: string): Promise<void> {
    const session = await outsider()
    const [ofNone] = await useAll('wai_none', session)
    for (const response of await useAll(token, session)) {
      expect(faultsOf(response)).toEqual([404, 'not_found'])
      expect(response.body.error.detail).toBe(ofNone?.body.error.detail)
    }
  }

  return { program, admin, anyone, look, joinAs, useAll, outsider, expectUseless }
}
