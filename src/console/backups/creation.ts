import { useEffect, useRef } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { createStore, useStore } from '../api/store'
import { t } from '../languages/messages'
import { sizeOf } from '../ui/values/format'
import { toastProblem } from '../ui/notices/toasts'
import { backupsChanged, fetchBackups } from './backup-queries'

interface Creation {
  /** Undefined while no backup is being created. */
  readonly startedAt: number | undefined
  readonly result: string | undefined
}

const none: Creation = { startedAt: undefined, result: undefined }

/** The backup that this tab creates. The user may leave the page while it is created. */
const creation = createStore(none)

const showResult = (result: string): void => creation.set({ startedAt: undefined, result })

const createdText = ({ name, size }: Schemas['Backup']): string =>
  t('{name} was created ({size}).', { name, size: sizeOf(size) })

export async function createBackup(): Promise<void> {
  creation.set({ startedAt: Date.now(), result: undefined })
  try {
    const { data } = await dataOf(api.POST('/internal/v1/backups'))
    await queryClient.invalidateQueries({ queryKey: ['scheduled-backups'] })
    showResult(createdText(data))
    await backupsChanged()
  } catch (error) {
    creation.set(none)
    toastProblem(error)
  }
}

/** Says what became of a backup that another page has requested. Only that page received the response. */
async function report(since: string): Promise<void> {
  try {
    const { data } = await fetchBackups({ limit: 1, offset: 0 })
    const [newest] = data
    const isCreated = newest !== undefined && newest.created_at >= since
    showResult(
      isCreated ? createdText(newest) : t('The backup was not created. Create it again to see the reason.'),
    )
    await backupsChanged()
  } catch (error) {
    toastProblem(error)
  }
}

const clearResult = (): void => {
  if (creation.get().startedAt === undefined) creation.set(none)
}

/**
 * Creates a backup. Returns when it was started, while it is created, and then its result until the user leaves the page.
 * Follows a backup that was requested by another tab, or before this page was loaded again, too.
 *
 * @param requestedSince when the backup began that the service is creating on request; null without one
 */
export function useCreation(requestedSince: string | null) {
  const { startedAt, result } = useStore(creation)
  const followed = useRef<string>(null)
  useEffect(() => clearResult, [])
  useEffect(() => {
    const since = followed.current
    const isOwn = creation.get().startedAt !== undefined
    followed.current = isOwn ? null : requestedSince
    if (requestedSince === null && since !== null) void report(since)
  }, [requestedSince])
  const startedElsewhere = requestedSince === null ? undefined : Date.parse(requestedSince)
  return { startedAt: startedAt ?? startedElsewhere, result, start: () => void createBackup() }
}
