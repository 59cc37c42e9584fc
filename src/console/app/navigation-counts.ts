import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf } from '../api/client'
import { type Attention, type Problem, useAttention } from '../api/use-attention'

/** The numbers beside the items of the sidebar. */

export interface NavigationCount {
  readonly count: number
  /** Whether something is broken. */
  readonly isProblem?: true
}

const pollMs = 60_000

/** The first page has loaded by then. */
const delayMs = 1000

const one = { params: { query: { limit: 1 } } } as const

/** The first word of a key is that of the lists, so that changes of the user refresh the counts, too. */
const queries = {
  '/assets': {
    queryKey: ['assets', 'count'],
    queryFn: async () => (await dataOf(api.GET('/api/v1/assets', one))).total_count,
  },
  '/locations': {
    queryKey: ['locations', 'count'],
    queryFn: async () => (await dataOf(api.GET('/api/v1/locations', one))).total_count,
  },
} as const

/**
 * Returns the counts by path. Of the readers, it is the number of problems; zero is not shown. A phone has no sidebar.
 */
export function useNavigationCounts(): Readonly<Record<string, NavigationCount | undefined>> {
  const hasSidebar = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false })
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  const options = { enabled: hasSidebar && isLater, refetchInterval: pollMs }
  const assets = useQuery({ ...queries['/assets'], ...options })
  const locations = useQuery({ ...queries['/locations'], ...options })
  const { data: attention } = useAttention(options.enabled)
  return {
    '/assets': shown(assets.data),
    '/locations': shown(locations.data),
    '/readers': attention && problemsOf(attention.reader_count, ofReaders(attention)),
  }
}

const ofReaders = ({ problems }: Attention): readonly Problem[] =>
  problems.filter(({ kind }) => kind === 'reader')

const problemsOf = (count: number, problems: readonly Problem[]): NavigationCount | undefined =>
  count === 0
    ? undefined
    : { count, ...(problems.some(({ is_broken: isBroken }) => isBroken) && { isProblem: true }) }

const shown = (count: number | undefined): NavigationCount | undefined =>
  count === undefined || count === 0 ? undefined : { count }
