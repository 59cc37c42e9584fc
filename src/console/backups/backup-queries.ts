import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import type { ListPage, ListQuery } from '../ui/lists/use-list'

export const backupsPollMs = 30_000

/** Fetches a page of the requested backups, the newest first. */
export const fetchBackups = (query: { limit: number; offset: number }) =>
  dataOf(api.GET('/internal/v1/backups', { params: { query } }))

type Copies = Schemas['ScheduledBackups']['copies']

/** A backup of either kind. A scheduled one is at its place and not in the data directory. */
export type ListedBackup =
  | (Schemas['Backup'] & { readonly kind: 'requested' })
  | (Copies[number] & { readonly kind: 'scheduled' })

/** The largest page of the service. */
const pageMax = 200

/** Fetches a page of the backups of both kinds, the newest first. The service keeps few of them. */
export async function fetchBothKinds(
  copies: Copies,
  { limit, offset }: ListQuery,
): Promise<ListPage<ListedBackup>> {
  const rows: ListedBackup[] = copies.map((copy) => ({ ...copy, kind: 'scheduled' }))
  for (let from = 0; ; from += pageMax) {
    const { data } = await fetchBackups({ limit: pageMax, offset: from })
    rows.push(...data.map((backup) => ({ ...backup, kind: 'requested' as const })))
    if (data.length < pageMax) break
  }
  const newestFirst = rows.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  return { data: newestFirst.slice(offset, offset + limit), limit, offset, total_count: rows.length }
}

/** Fetches the newest requested backup, whichever page of the list is shown. */
export const useNewestBackup = () =>
  useQuery({
    queryKey: ['backups', 'newest'],
    queryFn: async () => (await fetchBackups({ limit: 1, offset: 0 })).data,
    refetchInterval: backupsPollMs,
  })

/** Fetches the backups again. To be called after one was created or deleted. */
export const backupsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['backups'] })
