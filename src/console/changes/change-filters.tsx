import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { capitalized } from '../ui/format'
import type { List } from '../ui/use-list'
import { type Change, kindNames, type SubjectKind } from './change-sentence'

/** In the address. */
export const filterNames = ['kind', 'subject', 'who', 'action', 'from', 'to']
export type Filters = (name: string) => string | undefined

interface Option {
  readonly value: string
  readonly label: string
}

const kinds: readonly Option[] = (Object.keys(kindNames) as SubjectKind[]).map((value) => ({
  value,
  label: `${capitalized(kindNames[value])}s`,
}))

const actionNames: Readonly<Record<Change['action'], string>> = {
  created: 'Created',
  changed: 'Changed',
  renamed: 'Renamed',
  moved: 'Moved',
  deleted: 'Deleted',
  tag_attached: 'Tag attached',
  tag_detached: 'Tag removed',
  tag_bound: 'Unknown tag bound',
  dismissed: 'Unknown tag dismissed',
  token_replaced: 'Device token replaced',
  revoked: 'Revoked',
  joined: 'Joined',
  removed: 'Removed, or left',
  password_changed: 'Password changed',
  reset_link_created: 'Password reset link created',
  password_reset: 'Password reset',
  ownership_given: 'Owner of the installation added',
  ownership_ended: 'Owner of the installation removed',
  confirmed: 'Time confirmed',
}
const actions: readonly Option[] = Object.entries(actionNames).map(([value, label]) => ({ value, label }))

/** People and programs of the organization; to those who are gone lead the sentences of what they did. */
function useActors(): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: async () => {
      const params = { query: { limit: 200 } }
      const [people, keys] = await Promise.all([
        dataOf(api.GET('/internal/v1/members', { params })),
        dataOf(api.GET('/internal/v1/api-keys', { params })),
      ])
      return [
        ...people.data.map(({ user_id: value, name }) => ({ value, label: name })),
        ...keys.data.map(({ client_id: value, name }) => ({ value, label: `${name} (API key)` })),
      ]
    },
  })
  return data
}

export function ChangeFilters({ list }: { readonly list: List<Change> }) {
  const actors = useActors()
  return (
    <>
      {list.filter('subject') === undefined && (
        <Choice list={list} name="kind" label="What" all="Anything" options={kinds} />
      )}
      <Choice list={list} name="action" label="What was done" all="Anything" options={actions} />
      <Choice list={list} name="who" label="Who" all="Anybody" options={actors} />
      <Day list={list} name="from" label="From" />
      <Day list={list} name="to" label="To" />
    </>
  )
}

interface FilterProps {
  readonly list: List<Change>
  readonly name: string
  readonly label: string
}

function Choice({
  list,
  name,
  label,
  all,
  options,
}: FilterProps & { readonly all: string; readonly options: readonly Option[] }) {
  const value = list.filter(name) ?? ''
  const isOffered = value === '' || options.some((option) => option.value === value)
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: all }, ...(isOffered ? [] : [{ value, label: 'Another' }]), ...options]}
      value={value}
      onChange={(event) => list.narrow(name, event.currentTarget.value)}
    />
  )
}

const Day = ({ list, name, label }: FilterProps) => (
  <TextInput
    type="date"
    label={label}
    value={list.filter(name) ?? ''}
    onChange={(event) => list.narrow(name, event.currentTarget.value)}
  />
)
