import { Progress, Text } from '@mantine/core'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { PageLink } from '../ui/pages/link'
import { usePathText } from '../ui/pages/place-path'
import { Time } from '../ui/values/time'
import { percentOf, type TaughtPlace } from './queries'

const shareOf = ({ right_share: share }: TaughtPlace): number => share ?? -1

/** The taught places, the worst first, each with what would help. */
export function TaughtPlaces({ places }: { readonly places: readonly TaughtPlace[] }) {
  const { may } = useSignedIn()
  const pathOf = usePathText()
  return (
    <ul className="taught-places">
      {places
        .toSorted((a, b) => Number(b.is_stale) - Number(a.is_stale) || shareOf(a) - shareOf(b))
        .map((place) => {
          const { location_id: id, right_share: share, advice } = place
          const name = pathOf(id)
          return (
            <li key={id}>
              <PageLink href={`/locations/${id}/learn`}>{name}</PageLink>
              <span className="taught-share">
                <Progress value={percentOf(share ?? 0)} aria-label={t('Right in {name}', { name })} />
                <b>{share === null ? '–' : t('{share} %', { share: percentOf(share) })}</b>
              </span>
              <Text size="sm" c="dimmed">
                {advice === null ? t('Nothing needs to be done.') : serverText(advice, place.advice_text)}{' '}
                {t('{count, plural, one {# sample} other {# samples}}, the newest:', {
                  count: place.sample_count,
                })}{' '}
                <Time at={place.newest_at} />
                {may('manager') && place.is_stale && (
                  <>
                    {' '}
                    <PageLink href={`/locations/${id}/learn`} inherit underline="always">
                      {t('Learn again')}
                    </PageLink>
                  </>
                )}
              </Text>
            </li>
          )
        })}
    </ul>
  )
}
