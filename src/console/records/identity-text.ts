import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { keyKinds } from './tag-hint'

/** The objects that the values of tags name. */

export type Identity = NonNullable<Schemas['TagIdentity']>

/** Returns the name of an object: the GS1 key, with the serial number if the key does not contain it. */
export function identityText({ scheme, gs1_key: key, serial }: Identity): string {
  const named = `${keyKinds[scheme]} ${key}`
  return serial === null || scheme === 'grai' ? named : t('{key}, serial {serial}', { key: named, serial })
}

const valuesMax = 500

/** Returns what the values of tags name, by value. It is empty until the service has answered. */
export function useIdentities(values: readonly string[]): ReadonlyMap<string, Identity> {
  const { data = [] } = useQuery({
    queryKey: ['identities', values],
    queryFn: () => lookUp(values),
    enabled: values.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return new Map(data.flatMap(({ value, identity }) => (identity ? [[value, identity] as const] : [])))
}

const lookUp = async (values: readonly string[]) => {
  const tags = values.slice(0, valuesMax).map((value) => ({ value }))
  return (await dataOf(api.POST('/api/v1/tags/lookup', { body: { tags } }))).data
}
