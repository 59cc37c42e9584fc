import { type ApiResponse, type Client, clientOf, otherOrganization } from './client'
import { cookieOf } from './identity'
import { administrator, type Program } from './program'

/** Users other than the administrator. They join by an invitation. */

export const members = '/internal/v1/members'
export const invitations = '/internal/v1/invitations'
export const sessions = '/internal/v1/sessions'

export type Role = 'viewer' | 'operator' | 'manager' | 'admin'
export const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'admin']

export interface TestUser {
  readonly id: string
  readonly credentials: { readonly email: string; readonly password: string }
  readonly session: Client
  readonly cookie: string
}

let made = 0
/** Returns an e-mail address that no other test uses. */
export const freshEmail = (): string => `person-${++made}@example.org`

export const password = 'a password for tests'

/** Invites a user and returns the secret of the link. */
export async function invite(admin: Client, role: Role = 'viewer', email?: string): Promise<string> {
  const response = await admin.post(invitations, { role, ...(email !== undefined && { email }) })
  if (response.status !== 201) throw new Error(`Inviting returned ${response.status}: ${response.text}`)
  return secretOf(response)
}

export const secretOf = ({ body }: ApiResponse): string => body.data.url.split('#')[1]

export const accept = (
  client: Client,
  token: string,
  person: Record<string, unknown> = {},
): Promise<ApiResponse> =>
  client.post(`${invitations}/accept`, { token, name: 'Bea', email: freshEmail(), password, ...person })

/** Creates an account, which accepts an invitation to the administrator's organization. */
export async function newMember(
  program: Program,
  admin: Client,
  role: Role = 'viewer',
  name = 'Bea',
): Promise<TestUser> {
  const email = freshEmail()
  const response = await accept(clientOf(program.http), await invite(admin, role), { name, email })
  if (response.status !== 201) throw new Error(`Accepting returned ${response.status}: ${response.text}`)
  const { access_token, user } = response.body.data
  const session = clientOf(program.http, access_token)
  return { id: user.id, credentials: { email, password }, session, cookie: cookieOf(response) }
}

/** Returns the members of the organization. One page contains all members of a test. */
export async function membersOf(session: Client): Promise<{ user_id: string; role: Role; email: string }[]> {
  return (await session.get(`${members}?limit=200`)).body.data
}

export async function administratorId(session: Client): Promise<string> {
  const all = await membersOf(session)
  return all.find(({ email }) => email === administrator.email)?.user_id as string
}

export const isSignedIn = async ({ session }: Pick<TestUser, 'session'>): Promise<boolean> => {
  const { status } = await session.get('/internal/v1/organizations')
  if (status !== 200 && status !== 401) throw new Error(`Organizations returned ${status}`)
  return status === 200
}

/** Sends 10,001 requests, more than the service once kept of what browsers had begun. Returns their statuses. */
export async function beginMany(send: () => Promise<ApiResponse>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let sent = 0; sent < 10_001; sent += 73)
    for (const { status } of await Promise.all(Array.from({ length: 73 }, send))) statuses.add(status)
  return statuses
}

export const statusesOf = (responses: readonly ApiResponse[]): number[] =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)

/**
 * Creates an organization as the administrator, adds the user as an admin, and removes the administrator from it.
 */
export async function handOver<P extends Pick<TestUser, 'session'>>(
  program: Program,
  person: P,
  name: string,
): Promise<P> {
  const owner = await otherOrganization(program, name)
  const joined = await person.session.post(`${invitations}/join`, { token: await invite(owner, 'admin') })
  const left = await owner.delete(`${members}/${await administratorId(owner)}`)
  if (joined.status !== 200 || left.status !== 204)
    throw new Error(`Handing over returned ${joined.status} and ${left.status}: ${joined.text}${left.text}`)
  return person
}
