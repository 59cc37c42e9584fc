import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import type { List } from '../ui/lists/use-list'
import { isDay } from '../ui/values/format'
import type { Change, SubjectKind } from './change-sentence'

/** The filters, as they are named in the URL. */
export const filterNames = ['kind', 'subject', 'import', 'who', 'action', 'from', 'to']
export type Filters = (name: string) => string | undefined

interface Option {
  readonly value: string
  readonly label: string
}

const kindNames: Readonly<Record<SubjectKind, string>> = {
  asset: t('Assets'),
  location: t('Locations'),
  reader: t('Readers'),
  unknown_tag: t('Unknown tags'),
  organization: t('Organizations'),
  member: t('Members'),
  invitation: t('Invitations'),
  api_key: t('API keys'),
  backup: t('Backups'),
  plan: t('Floor plans'),
  wall_link: t('Wall links'),
  asset_field: t('Asset fields'),
  webhook: t('Webhooks'),
  alert_rule: t('Alert rules'),
  view: t('Views'),
  alert: t('Alerts'),
  alert_output: t('Outputs'),
  stocktake: t('Stocktakes'),
  search: t('Searches'),
  mail: t('Mail'),
  mail_schedule: t('Mail schedules'),
  clock: t('Clock'),
  place_sample: t('Samples of places'),
  place_model: t('Learned places'),
  reference_asset: t('Reference tags'),
  gs1_prefix: t('GS1 numbers'),
  label_template: t('Label templates'),
  printer: t('Printers'),
  print_job: t('Print jobs'),
}

const kinds: readonly Option[] = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

const actionNames: Readonly<Record<Change['action'], string>> = {
  created: t('Created'),
  changed: t('Changed'),
  renamed: t('Key changed'),
  moved: t('Moved'),
  deleted: t('Deleted'),
  tag_attached: t('Tag added'),
  tag_detached: t('Tag removed'),
  tag_key_changed: t('Key of a tag changed'),
  tag_bound: t('Unknown tag assigned'),
  dismissed: t('Unknown tag dismissed'),
  restored: t('Restored'),
  token_replaced: t('Device token replaced'),
  revoked: t('Revoked'),
  joined: t('Joined'),
  removed: t('Removed or left'),
  password_changed: t('Password changed'),
  reset_link_created: t('Password reset link created'),
  password_reset: t('Password reset'),
  second_factor_added: t('Second factor added'),
  second_factor_removed: t('Second factor removed'),
  recovery_codes_replaced: t('Recovery codes replaced'),
  recovery_code_used: t('Recovery code used'),
  local_sign_in_allowed: t('Sign-in with password allowed'),
  passkey_added: t('Passkey added'),
  passkey_removed: t('Passkey removed'),
  signed_in: t('Signed in with a provider'),
  provider_linked: t('Provider connected'),
  provider_unlinked: t('Provider disconnected'),
  earlier_sign_ins_removed: t('Earlier access removed'),
  ownership_given: t('Installation owner added'),
  ownership_ended: t('Installation owner removed'),
  acknowledged: t('Alert acknowledged'),
  released: t('Alert given back'),
  snoozed: t('Alert snoozed'),
  closed: t('Alert closed'),
  tested: t('Tested'),
  opened: t('Opened'),
  canceled: t('Canceled'),
  finished: t('Place finished'),
  excused: t('Excused'),
  counted: t('Counted by hand'),
  started: t('Search started'),
  found: t('Found'),
  lost: t('Given up as lost'),
  paused: t('Paused'),
  resumed: t('Continued'),
  stopped: t('Stopped'),
  printed_again: t('Label printed again'),
  photo_added: t('Photo added'),
  photo_changed: t('Photo changed'),
  photo_removed: t('Photo removed'),
  confirmed: t('Time confirmed'),
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
        ...keys.data.map(({ client_id: value, name }) => ({ value, label: t('{name} (API key)', { name }) })),
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
        <Choice list={list} name="kind" label={t('Type')} all={t('All types')} options={kinds} />
      )}
      <Choice list={list} name="action" label={t('Action')} all={t('All actions')} options={actions} />
      <Choice list={list} name="who" label={t('Changed by')} all={t('Anyone')} options={actors} />
      <Day list={list} name="from" label={t('From')} />
      <Day list={list} name="to" label={t('To')} />
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
      data={[{ value: '', label: all }, ...(isListed ? [] : [{ value, label: t('Other') }]), ...options]}
      value={value}
      onChange={(event) => list.narrow(name, event.currentTarget.value)}
    />
  )
}

const Day = ({ list, name, label }: FilterProps) => {
  const day = list.filter(name)
  return (
    <TextInput
      type="date"
      max="9999-12-31"
      label={label}
      value={isDay(day) ? day : ''}
      onChange={(event) => list.narrow(name, event.currentTarget.value)}
    />
  )
}
