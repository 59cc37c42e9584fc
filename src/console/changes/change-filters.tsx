import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { capitalized } from '../ui/format'
import type { List } from '../ui/use-list'
import { type Change, kindNames, type SubjectKind } from './change-sentence'

/** The filters, as they are named in the URL. */
export const filterNames = ['kind', 'subject', 'import', 'who', 'action', 'from', 'to']
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
  renamed: 'Key changed',
  moved: 'Moved',
  deleted: 'Deleted',
  tag_attached: 'Tag added',
  tag_detached: 'Tag removed',
  tag_bound: 'Unknown tag assigned',
  dismissed: 'Unknown tag dismissed',
  restored: 'Restored',
  token_replaced: 'Device token replaced',
  revoked: 'Revoked',
  joined: 'Joined',
  removed: 'Removed or left',
  password_changed: 'Password changed',
  reset_link_created: 'Password reset link created',
  password_reset: 'Password reset',
  second_factor_added: 'Second factor added',
  second_factor_removed: 'Second factor removed',
  recovery_codes_replaced: 'Recovery codes replaced',
  recovery_code_used: 'Recovery code used',
  local_sign_in_allowed: 'Sign-in with password allowed',
  signed_in: 'Signed in with a provider',
  provider_linked: 'Provider connected',
  provider_unlinked: 'Provider disconnected',
  ownership_given: 'Installation owner added',
  ownership_ended: 'Installation owner removed',
  photo_added: 'Photo added',
  photo_changed: 'Photo changed',
  photo_removed: 'Photo removed',
  confirmed: 'Time confirmed',
}
const actions: readonly Option[] = Object.entries(actionNames).map(([value, label]) => ({ value, label }))

/** Fetches the members and API keys of the organization. Former ones can be selected by the links in the sentences. */
function useActors(): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: async () => {
      const params = { query: { limit: 200 } }
      const [members, keys] = await Promise.all([
        dataOf(api.GET('/internal/v1/members', { params })),
        dataOf(api.GET('/internal/v1/api-keys', { params })),
      ])
      return [
        ...members.data.map(({ user_id: value, name }) => ({ value, label: name })),
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
        <Choice list={list} name="kind" label="Type" all="All types" options={kinds} />
      )}
      <Choice list={list} name="action" label="Action" all="All actions" options={actions} />
      <Choice list={list} name="who" label="Changed by" all="Anyone" options={actors} />
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
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: all }, ...(isListed ? [] : [{ value, label: 'Other' }]), ...options]}
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
