import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'

export const backupsPollMs = 30_000

/** The newest first. */
export const fetchBackups = (query: { limit: number; offset: number }) =>
  dataOf(api.GET('/internal/v1/backups', { params: { query } }))

/** Also on a later page of the list. */
export const useNewestBackup = () =>
  useQuery({
    queryKey: ['backups', 'newest'],
    queryFn: async () => (await fetchBackups({ limit: 1, offset: 0 })).data,
    refetchInterval: backupsPollMs,
  })
