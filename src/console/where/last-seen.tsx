import { NativeSelect } from '@mantine/core'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { scopeOf } from '../locations/location-scope'
import type { ListQuery } from '../ui/lists/use-list'

/** The assets by the time of their last read. */

const ages = ['day', 'week', 'old', 'never'] as const
export type Age = (typeof ages)[number]

export const ageIn = (text: string | undefined): Age | undefined => ages.find((age) => age === text)

const labels: Readonly<Record<Age, string>> = {
  day: t('Seen in the last 24 hours'),
  week: t('Last seen 1 to 7 days ago'),
  old: t('Not seen for a week'),
  never: t('Never seen'),
}

interface AgeSelectProps {
  readonly value: Age | undefined
  readonly onChange: (age: Age | undefined) => void
}

export const AgeSelect = ({ value, onChange }: AgeSelectProps) => (
  <NativeSelect
    aria-label={t('Last seen')}
    data={[
      { value: '', label: t('Seen at any time') },
      ...ages.map((age) => ({ value: age, label: labels[age] })),
    ]}
    value={value ?? ''}
    onChange={(event) => onChange(ageIn(event.currentTarget.value))}
  />
)

/** Returns the assets of this age, at a location and its sub-locations or at all. The latest read is first. */
export async function seenReportOf(age: Age, location: string | undefined, { limit, offset, q }: ListQuery) {
  const scope = location === undefined ? undefined : await scopeOf(location)
  if (scope?.ids.length === 0) return { data: [], limit, offset, total_count: 0, scope }
  const query = { age, limit, offset, location_id: [...(scope?.ids ?? [])], ...(q !== undefined && { q }) }
  const page = await dataOf(api.GET('/internal/v1/last-seen', { params: { query } }))
  const data = page.data.map(({ asset_name: assetName, location_name: locationName, ...row }) => ({
    ...row,
    assetName,
    locationName,
    asset_deleted_at: null,
  }))
  return { ...page, data, scope }
}
