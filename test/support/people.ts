import { type Answer, type Client, clientOf, otherOrganization } from './client'
import { cookieOf } from './identity'
import { administrator, type Program } from './program'

/** Users beside the administrator, who join by an invitation. */

export const members = '/internal/v1/members'
export const invitations = '/internal/v1/invitations'
export const sessions = '/internal/v1/sessions'

export type Role = 'viewer' | 'operator' | 'manager' | 'admin'
export const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'admin']

export interface Person {
  readonly id: string
  readonly credentials: { readonly email: string; readonly password: string }
  readonly session: Client
  readonly cookie: string
}

let made = 0
/** An address that no other test has. */
export const freshEmail = (): string => `person-${++made}@example.org`

export const password = 'a password for tests'

/** The secret in the link of a new invitation. */
export async function invite(admin: Client, role: Role = 'viewer', email?: string): Promise<string> {
  const answer = await admin.post(invitations, { role, ...(email !== undefined && { email }) })
  if (answer.status !== 201) throw new Error(`Inviting returned ${answer.status}: ${answer.text}`)
  return secretOf(answer)
}

export const secretOf = ({ body }: Answer): string => body.data.url.split('#')[1]

export const accept = (
  client: Client,
  token: string,
  person: Record<string, unknown> = {},
): Promise<Answer> =>
  client.post(`${invitations}/accept`, { token, name: 'Bea', email: freshEmail(), password, ...person })

/** A new account that has accepted an invitation to the admin's organization. */
export async function newMember(
  program: Program,
  admin: Client,
  role: Role = 'viewer',
  name = 'Bea',
): Promise<Person> {
  const email = freshEmail()
  const answer = await accept(clientOf(program.http), await invite(admin, role), { name, email })
  if (answer.status !== 201) throw new Error(`Accepting returned ${answer.status}: ${answer.text}`)
  const { access_token, user } = answer.body.data
  const session = clientOf(program.http, access_token)
  return { id: user.id, credentials: { email, password }, session, cookie: cookieOf(answer) }
}

/** One page holds all the members that a test has. */
export async function membersOf(session: Client): Promise<{ user_id: string; role: Role; email: string }[]> {
  return (await session.get(`${members}?limit=200`)).body.data
}

export async function administratorId(session: Client): Promise<string> {
  const all = await membersOf(session)
  return all.find(({ email }) => email === administrator.email)?.user_id as string
}

export const isSignedIn = async ({ session }: Pick<Person, 'session'>): Promise<boolean> => {
  const { status } = await session.get('/internal/v1/organizations')
  if (status !== 200 && status !== 401) throw new Error(`Organizations returned ${status}`)
  return status === 200
}

export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/**
 * An organization that the administrator creates for the user, and leaves: the user's session is then in it, as admin.
 */
export async function handOver<P extends Pick<Person, 'session'>>(
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
