import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from './client'

export type Attention = Schemas['Attention']
export type Problem = Attention['problems'][number]

const pollMs = 15_000

/** What needs attention: the one model of health of the console. */
const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/attention'))).data,
  refetchInterval: pollMs,
})

export const useAttention = (isEnabled = true) => useQuery({ ...attentionQuery, enabled: isEnabled })

/** An identifier of a problem in a list. */
export const keyOf = ({ kind, id, cause, detail }: Problem): string => `${kind} ${id} ${cause} ${detail}`
