import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient } from '../api/client'

export const backupsPollMs = 30_000

/** Fetches a page of the backups, the newest first. */
export const fetchBackups = (query: { limit: number; offset: number }) =>
  dataOf(api.GET('/internal/v1/backups', { params: { query } }))

/** Fetches the newest backup, whichever page of the list is shown. */
export const useNewestBackup = () =>
  useQuery({
    queryKey: ['backups', 'newest'],
    queryFn: async () => (await fetchBackups({ limit: 1, offset: 0 })).data,
    refetchInterval: backupsPollMs,
  })

/** Fetches the backups again. To be called after one was created or deleted. */
export const backupsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['backups'] })
