import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { freePort } from '../../scripts/free-port'
import { type Client, clientOf } from './client'
import { type Program, startProgram } from './program'

/** A real OpenID Connect provider on this machine, and a service that uses it. */

export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  groups?: readonly string[]
}

export interface TestProvider {
  readonly issuer: string
  /** The users, by login. */
  readonly people: Map<string, Person>
  /** Stops listening, like a provider that is away. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const clientId = 'whereabouts'
const clientSecret = 'a secret of the client'

async function startProvider(publicUrls: readonly string[]): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: publicUrls.map((url) => `${url}/console/sign-in/callback`),
        post_logout_redirect_uris: publicUrls.map((url) => `${url}/console/`),
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the cookies'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  })
  const respond = provider.callback()
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  if ((server.address() as AddressInfo).port !== port) throw new Error('The provider has another port')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { issuer, people, stop, [Symbol.asyncDispose]: stop }
}

export const providerSetting = ({ issuer }: Pick<TestProvider, 'issuer'>, more: object = {}) => ({
  id: 'example',
  name: 'Example AG',
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  ...more,
})

/** Starts a provider, and a service with a public address that uses it. */
export async function startWithProvider(
  more: object = {},
  env: Record<string, string> = {},
): Promise<{ program: Program; provider: TestProvider }> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const provider = await startProvider([publicUrl])
  const program = await startProgram({
    env: {
      WHEREABOUTS_PORT: String(port),
      WHEREABOUTS_PUBLIC_URL: publicUrl,
      WHEREABOUTS_SIGN_IN_PROVIDERS: JSON.stringify([providerSetting(provider, more)]),
      ...env,
    },
  })
  return { program, provider }
}

/** A browser without scripts: it follows redirects and keeps cookies. */
function createJar() {
  const cookies = new Map<string, string>()
  return async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const each of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';', 1)[0] as string).split('=')
      cookies.set(name, value)
    }
    return response
  }
}

/** Signs in at the provider like a user. Returns the parameters of the redirect back. */
export async function visitProvider(url: string, login: string): Promise<string> {
  const go = createJar()
  let response = await go(url)
  for (let steps = 0; steps < 20; steps++) {
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, url)
      if (next.pathname === '/console/sign-in/callback') return next.search.slice(1)
      response = await go(next.href)
      continue
    }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (action === undefined || prompt === undefined)
      throw new Error(`The provider shows another page (${response.status}): ${page.slice(0, 500)}`)
    response = await go(new URL(action, url).href, { prompt, login, password: 'any' })
  }
  throw new Error('The provider does not return.')
}

interface BegunSignIn {
  readonly url: string
  readonly cookie: string
}

/** Begins a sign-in like the console. */
export async function beginSignIn({ http }: Pick<Program, 'http'>): Promise<BegunSignIn> {
  const response = await clientOf(http).post('/internal/v1/sign-in/example')
  if (response.status !== 200) throw new Error(`Beginning returned ${response.status}: ${response.text}`)
  const [cookie = ''] = response.headers.getSetCookie()
  return { url: response.body.data.url, cookie: cookie.split(';', 1)[0] as string }
}

export const finishSignIn = (
  client: Client,
  parameters: string,
  cookie: string,
  path = '/internal/v1/sign-in',
) =>
  client.request('POST', path, {
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ parameters }),
  })

/** Signs in with the provider. Returns the response of the service. */
export async function signInWithProvider(program: Pick<Program, 'http'>, login: string) {
  const { url, cookie } = await beginSignIn(program)
  return finishSignIn(clientOf(program.http), await visitProvider(url, login), cookie)
}
