import type { Log } from '../../base/log'
import { foreign, type Message } from '../../base/messages'
import { ownCommand } from '../../base/executable'
import { type Clock, toWire } from '../../base/time'
import type { Finding } from './finding'
import { doctorMessages as say } from './messages'
import { withSeen } from './providers'
import type { DiagnosisView } from './schema'

export type DoctorService = ReturnType<typeof createDoctorService>

/**
 * Runs `whereabouts doctor` in a separate process, because the check of a large database takes minutes. The last result is
 * kept in memory.
 *
 * @param args the flags of the service, so that the command has the same settings
 * @param problemsOfProviders returns what the service has seen at sign-ins, as sentences
 */
export function createDoctorService(
  args: readonly string[],
  problemsOfProviders: () => Promise<readonly Message[]>,
  now: Clock,
  log: Log,
) {
  let child: Bun.Subprocess | undefined
  let last: Pick<DiagnosisView, 'finished_at' | 'failure' | 'failure_text'> & {
    readonly findings: readonly Finding[]
  } = {
    finished_at: null,
    failure: null,
    failure_text: null,
    findings: [],
  }

  async function run(): Promise<void> {
    const started = Bun.spawn([...ownCommand, 'doctor', '--json', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const [output, reason, code] = await Promise.all([
      started.stdout.text(),
      started.stderr.text(),
      started.exited,
    ])
    child = undefined
    const hasResult = code === 0 || code === 3
    if (!hasResult) log.warn({ code, reason: reason.trimEnd() }, 'the examination of the installation failed')
    const failure = hasResult ? null : failureOf(reason.trimEnd(), code)
    last = {
      finished_at: toWire(now()),
      failure: failure && failure.english,
      failure_text: failure && failure.text,
      findings: hasResult ? (JSON.parse(output) as Finding[]) : [],
    }
  }

  async function view(): Promise<DiagnosisView> {
    const findings = withSeen(last.findings, await problemsOfProviders())
    return { ...last, is_running: child !== undefined, findings }
  }

  return {
    view,
    /** Starts an examination unless one is in progress. */
    start(): Promise<DiagnosisView> {
      if (!child) run().catch((err: unknown) => log.error({ err }, 'the examination failed'))
      return view()
    },
    stop: (): void => child?.kill('SIGKILL'),
  }
}

const failureOf = (reason: string, code: number): Message =>
  reason === '' ? say('doctor.ended', { code }) : foreign(reason)
