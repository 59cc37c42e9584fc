import type { Message } from '../../base/messages'
import { hasRole, type SessionCaller } from '../../base/caller'
import type { ScheduledBackups } from '../../installation/backups/scheduled'
import type { ClockService } from '../../installation/clock/service'
import { checkDiskSpace } from '../../installation/doctor/disk-space'
import { createPauses } from '../../base/turns/pause'
import { blindLocations } from '../../tracking/readers/blind'
import type { ReaderService } from '../../tracking/readers/service'
import { isBroken, isPlacing } from '../../tracking/readers/states'
import type { Settings } from '../../settings/table'
import type { Store } from '../../storage/core/store'
import { type Clock, toWire } from '../../base/time'
import type { MailService } from '../mail/service'
import type { OutputService } from '../outputs/service'
import type { WebhookService } from '../webhooks/service'
import {
  problemOfBackups,
  problemOfClock,
  problemOfDisk,
  problemOfMail,
  problemOfOutput,
  problemOfReader,
  problemOfService,
  problemOfSharedTags,
  problemOfWebhook,
} from './problems'
import type { AttentionView, ProblemView } from './schema'

const problemsMax = 100
const webhooksMax = 100

interface Parts {
  readonly readers: Pick<ReaderService, 'inUse'>
  readonly webhooks: Pick<WebhookService, 'list'>
  readonly mail: Pick<MailService, 'view'>
  readonly outputs: Pick<OutputService, 'list'>
  readonly clock: Pick<ClockService, 'view'>
  readonly scheduledBackups: Pick<ScheduledBackups, 'view'>
  /** Returns the problems of the brokers, the certificate and the database, as sentences. */
  readonly warnings: () => readonly Message[]
}

export type AttentionService = ReturnType<typeof createAttentionService>

/**
 * Says what needs attention: the one model of health for the overview, the sidebar, the plan and the status page.
 * Users see the problems of what they may see; those of the installation are for its owners.
 */
export function createAttentionService(
  { read }: Pick<Store, 'read'>,
  parts: Parts,
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  now: Clock,
) {
  const { readers, clock, scheduledBackups, warnings } = parts

  async function ofReaders(organizationId: number) {
    const pause = createPauses()
    const counts = { in_use: 0, reporting: 0, waiting: 0, broken: 0 }
    const problems: ProblemView[] = []
    const inUse = await readers.inUse(organizationId)
    const blind = new Set(blindLocations(inUse).map(({ locationId }) => locationId))
    for (const reader of inUse) {
      await pause()
      if (!reader.diagnosis) continue
      counts.in_use++
      if (isBroken(reader.diagnosis)) counts.broken++
      else if (isPlacing(reader.diagnosis)) counts.reporting++
      else counts.waiting++
      const problem = problemOfReader(reader, blind)
      if (problem) problems.push(problem)
    }
    return { counts, problems }
  }

  function ofInstallation({ role, isOwner }: SessionCaller): ProblemView[] {
    const found = [
      ...(hasRole(role, 'admin') ? [problemOfClock(clock.view())] : []),
      ...(isOwner ? [diskProblem(settings), problemOfBackups(scheduledBackups.view())] : []),
      ...(isOwner ? warnings().map(problemOfService) : []),
    ]
    return found.filter((one) => one !== undefined)
  }

  return async (caller: SessionCaller): Promise<AttentionView> => {
    const { counts, problems } = await ofReaders(caller.organizationId)
    const all = [
      ...problems,
      ...(await problemsOfOrganization(read, parts, caller)),
      ...ofInstallation(caller),
    ]
    return {
      at: toWire(now()),
      readers: counts,
      problems: all.toSorted((a, b) => Number(b.is_broken) - Number(a.is_broken)).slice(0, problemsMax),
      total_count: all.length,
      reader_count: problems.length,
    }
  }
}

/** The data of a PostgreSQL database is on another disk. */
const diskProblem = ({ databaseUrl, dataDir }: Pick<Settings, 'dataDir' | 'databaseUrl'>) =>
  databaseUrl === undefined ? problemOfDisk(checkDiskSpace(dataDir, new Date())) : undefined

/** Returns the problems of what the organization has set up. Webhooks, mail and outputs are for its admins. */
async function problemsOfOrganization(
  { tags }: Pick<Store['read'], 'tags'>,
  { webhooks, mail, outputs }: Pick<Parts, 'webhooks' | 'mail' | 'outputs'>,
  caller: SessionCaller,
): Promise<ProblemView[]> {
  const page = { limit: webhooksMax, offset: 0 }
  const { total } = await tags.shared(caller.organizationId, { limit: 1, offset: 0 })
  const isAdmin = hasRole(caller.role, 'admin')
  const hooks = isAdmin ? (await webhooks.list(caller, page)).rows : []
  const mailProblem = isAdmin ? problemOfMail(await mail.view(caller)) : undefined
  const switches = isAdmin ? (await outputs.list(caller, page)).rows : []
  return [
    ...hooks.map(problemOfWebhook),
    mailProblem,
    ...switches.map(problemOfOutput),
    problemOfSharedTags(total),
  ].filter((one) => one !== undefined)
}
