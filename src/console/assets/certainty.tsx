import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { PageLink } from '../ui/pages/link'
import { StateBadge } from '../ui/values/state-badge'
import { ClockTime } from '../ui/values/time'

/** How sure the location of an asset is, in words. A share of percent would claim more than the service knows. */

interface OfArrival {
  readonly arrival: Schemas['ExplainedEvent']
}

/** The end of the headline: the location where the asset may be instead. */
export function MaybeElsewhere({ arrival }: OfArrival) {
  const { certainty, rival_location_id: id, rival_location_name: name } = arrival
  if (certainty !== 'maybe' || id === null || name === null) return null
  return (
    <span className="hero-rival" data-rival={id}>
      {rich(', maybe {rival}', {
        rival: (
          <PageLink href={`/locations/${id}`} inherit c="inherit">
            {name}
          </PageLink>
        ),
      })}
    </span>
  )
}

export function Certainty({ arrival: { certainty, is_provisional: isProvisional } }: OfArrival) {
  if (isProvisional)
    return (
      <p className="hero-certainty" data-certainty="provisional">
        <StateBadge state="muted">{t('Just seen')}</StateBadge>{' '}
        {t('The location may still be corrected in the first 15 seconds.')}
      </p>
    )
  if (certainty === null) return null
  return (
    <p className="hero-certainty" data-certainty={certainty}>
      {certainty === 'sure' && t('Sure: it is heard clearly better here than elsewhere.')}
      {certainty === 'probably' && t('Probably: it is heard somewhat better here than elsewhere.')}
      {certainty === 'maybe' && t('Not sure: two locations hear it about equally well.')}
    </p>
  )
}

/** Since when the asset was being carried when it moved, and the antennas whose signals were added up. */
export function HowDecided({ arrival }: OfArrival) {
  const { summed_antennas: antennas, carried_since: carriedSince } = arrival
  const names = antennas.map(({ reader_name: reader, antenna }) =>
    t('{reader}, antenna {antenna}', { reader: reader ?? t('deleted reader'), antenna: antenna ?? 1 }),
  )
  return (
    <>
      {carriedSince !== null && (
        <p className="hero-why">{rich('Carried since {time}', { time: <ClockTime at={carriedSince} /> })}</p>
      )}
      {antennas.length > 1 && (
        <p className="hero-why">{t('Signals added up: {antennas}', { antennas: names.join('; ') })}</p>
      )}
    </>
  )
}
