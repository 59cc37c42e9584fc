import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'

/** The state of scheduled backups, and whether the service makes backups at all. */
export const scheduledBackupsQuery = queryOptions({
  queryKey: ['scheduled-backups'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/scheduled-backups'))).data,
})
