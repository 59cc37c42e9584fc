import { Text } from '@mantine/core'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { counted } from '../ui/values/format'
import { type Sample, taughtChanged } from './queries'

/** The kept samples of a location with their age, and why they no longer fit the antennas. */
export function KeptSamples({ samples }: { readonly samples: readonly Sample[] }) {
  const { may } = useSignedIn()
  if (samples.length === 0)
    return (
      <Text c="dimmed">{t('Nothing is learned here, so the signals of the antennas alone decide.')}</Text>
    )
  return (
    <ul className="kept-samples">
      {samples.map((sample) => (
        <li key={sample.id}>
          <span>
            <Time at={sample.started_at} />{' '}
            {sample.is_stale && <StateBadge state="aging">{t('Stale')}</StateBadge>}
            <Text size="sm" c="dimmed">
              {t('{count} reads by {name}', {
                count: counted(sample.read_count),
                name: sample.created_by.name,
              })}
            </Text>
            {sample.stale_reason === 'offset_changed' && (
              <Text size="sm">{t('The offset of an antenna was changed since; learn again.')}</Text>
            )}
            {sample.stale_reason === 'antenna_moved' && (
              <Text size="sm">{t('An antenna has another location since; learn again.')}</Text>
            )}
          </span>
          {may('manager') && <DeleteSample id={sample.id} />}
        </li>
      ))}
    </ul>
  )
}

function DeleteSample({ id }: { readonly id: number }) {
  async function remove(): Promise<void> {
    await dataOf(
      api.DELETE('/internal/v1/place-samples/{place_sample}', { params: { path: { place_sample: id } } }),
    )
    await taughtChanged()
  }
  return (
    <ConfirmButton label={t('Delete')} title={t('Delete sample')} size="compact-sm" onConfirm={remove}>
      {t('What decides now does not change until you switch over.')}
    </ConfirmButton>
  )
}
