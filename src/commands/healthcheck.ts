import { parseArgs } from 'node:util'

export const healthcheckHelp = `whereabouts healthcheck [--url http://127.0.0.1:8080]

Asks a running service whether it is ready. Exit code 0: it is; 1: it is not, and why.`

/** For containers and service managers. */
export async function healthcheck(args: readonly string[]): Promise<number> {
  const port = process.env['WHEREABOUTS_PORT'] ?? '8080'
  const { values } = parseArgs({
    args: [...args],
    options: { url: { type: 'string', default: `http://127.0.0.1:${port}` } },
  })
  try {
    const response = await fetch(new URL('/readyz', values.url), { signal: AbortSignal.timeout(5000) })
    const { status, problems } = (await response.json()) as { status: string; problems: string[] }
    if (response.ok) console.log(status)
    else console.error(`The service at ${values.url} is ${status}: ${problems.join('; ')}.`)
    return response.ok ? 0 : 1
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    console.error(`The service at ${values.url} does not answer (${code ?? message}).`)
    return 1
  }
}
