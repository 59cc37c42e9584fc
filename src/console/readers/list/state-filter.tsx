import { NativeSelect } from '@mantine/core'
import type { operations } from '../../api/schema'
import { t } from '../../languages/messages'
import type { List } from '../../ui/lists/use-list'
import type { Reader } from '../use-reader'

type Query = NonNullable<operations['GET /internal/v1/readers']['parameters']['query']>
type State = NonNullable<Query['state']>

const names: Readonly<Record<State, string>> = {
  problem: t('With a problem'),
  silent: t('Silent or not connected'),
  refused: t('Connection refused'),
  not_understood: t('Messages not understood'),
  not_placing: t('Reads not used'),
  warning: t('Wrong clock or antenna disconnected'),
  waiting: t('Waiting'),
  placing: t('Placing assets'),
  inactive: t('Inactive'),
}

const options = [
  { value: '', label: t('All states') },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

/** Returns the state that the address names; undefined for none. */
export const stateIn = (value: string | undefined): State | undefined =>
  value !== undefined && value in names ? (value as State) : undefined

export const StateFilter = ({ list }: { readonly list: List<Reader> }) => (
  <NativeSelect
    aria-label={t('Status')}
    data={options}
    value={stateIn(list.filter('state')) ?? ''}
    onChange={(event) => list.narrow('state', event.currentTarget.value)}
  />
)
