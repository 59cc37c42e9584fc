import { t } from '../languages/messages'
import { api, dataOf, queryClient } from './client'

/** Looks up the names of records of which a report contains only the keys. */

type Names = ReadonlyMap<string, string>

/** Names seldom change, so they are cached for a minute. */
const cachedMs = 60_000

function namesOf(kind: string, keys: readonly (string | null)[], fetch: (keys: string[]) => Promise<Names>) {
  const wanted = [...new Set(keys)].filter((key) => key !== null).toSorted()
  if (wanted.length === 0) return Promise.resolve<Names>(new Map())
  return queryClient.fetchQuery({
    queryKey: ['names', kind, wanted],
    queryFn: () => fetch(wanted),
    staleTime: cachedMs,
  })
}

const byKey = (rows: readonly { external_key: string; name: string }[]): Names =>
  new Map(rows.map(({ external_key: key, name }) => [key, name]))

export const assetNames = (keys: readonly (string | null)[]): Promise<Names> =>
  namesOf('assets', keys, async (external_key) => {
    const query = { external_key, limit: 200 }
    return byKey((await dataOf(api.GET('/api/v1/assets', { params: { query } }))).data)
  })

export const locationNames = (keys: readonly (string | null)[]): Promise<Names> =>
  namesOf('locations', keys, async (external_key) => {
    const query = { external_key, limit: 200 }
    return byKey((await dataOf(api.GET('/api/v1/locations', { params: { query } }))).data)
  })

/** Shown when the service returns no key of a location, which means that the location was deleted. */
export const deletedLocation = t('Deleted location')

export const locationNameIn = (names: Names, key: string | null): string =>
  key === null ? deletedLocation : (names.get(key) ?? key)
