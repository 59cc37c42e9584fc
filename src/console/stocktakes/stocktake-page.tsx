import { Alert, Button, Card, Progress, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useParams } from 'wouter'
import { fetchFile } from '../api/files'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { useKeys } from '../ui/keys'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastProblem } from '../ui/notices/toasts'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, NotFound } from '../ui/pages/query-states'
import { usePathText } from '../ui/pages/place-path'
import { download } from '../ui/values/download'
import { clockTimeOf, counted } from '../ui/values/format'
import { useExactNow } from '../ui/values/use-now'
import { Counters } from './counters'
import { JoinByPhone } from './join-by-phone'
import { PlacesTable } from './places-table'
import { actions, type StocktakeDetails, useStocktake, useStocktakePlaces } from './stocktake-queries'
import { isHidden } from './stocktake-texts'
import { Totals } from './totals'

const back = { href: '/stocktakes', label: t('Count') }

/** One stocktake: how far it is, by location and by person. */
export function StocktakePage() {
  const id = Number(useParams()['id'])
  const { may } = useSignedIn()
  const { data: stocktake, error, refetch } = useStocktake(id)
  if (!stocktake) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <Header stocktake={stocktake} />
      <Stack>
        {error && <Failed error={error} onRetry={refetch} />}
        <State stocktake={stocktake} />
        {isHidden(stocktake) ? (
          <Alert title={t('Blind count')}>
            {may('operator') && t('You see your own scans.')}{' '}
            {t('Managers see what is expected, and everybody does after the close.')}
          </Alert>
        ) : (
          stocktake.state !== 'draft' && (
            <>
              <Totals stocktake={stocktake} />
              <Places stocktake={stocktake} />
            </>
          )
        )}
        <Counters counters={stocktake.counters} />
      </Stack>
    </>
  )
}

interface StocktakeProps {
  readonly stocktake: StocktakeDetails
}

function Places({ stocktake }: StocktakeProps) {
  const { data, error, refetch } = useStocktakePlaces(stocktake.id, false)
  if (error && !data) return <Failed error={error} onRetry={refetch} />
  return data ? <PlacesTable stocktake={stocktake} places={data} /> : null
}

/** Returns what is expected and since when. */
function useFacts(stocktake: StocktakeDetails): string {
  const nowMs = useExactNow()
  const pathText = usePathText()
  const { expected_count: expected, opened_at: opened, due_at: due, location_id: place } = stocktake
  return [
    pathText(place),
    expected !== null &&
      opened !== null &&
      t('{count, plural, one {# asset} other {# assets}} expected, as of {time}', {
        count: expected,
        time: clockTimeOf(opened, nowMs),
      }),
    stocktake.scope.kind !== 'all' && t('a part of the assets'),
    stocktake.uses_readers && t('readers count, too'),
    stocktake.is_blind && t('blind'),
    due !== null && t('due {time}', { time: clockTimeOf(due, nowMs) }),
    stocktake.repeat_months !== null &&
      t('{count, plural, one {every month} other {every # months}}', { count: stocktake.repeat_months }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Header({ stocktake }: StocktakeProps) {
  const { may } = useSignedIn()
  const { id, name, state, result_sha256: hash } = stocktake
  const facts = useFacts(stocktake)
  const isOpen = state === 'open'
  const [, navigate] = useLocation()
  useKeys([['c', () => isOpen && may('operator') && navigate(`/stocktakes/${id}/count`)]])
  async function saveResult(): Promise<void> {
    download(`stocktake-${id}.csv`, await fetchFile(`/internal/v1/stocktakes/${id}/result.csv`, 'text/csv'))
  }
  return (
    <PageHeader
      title={name}
      subtitle={facts}
      back={back}
      secondary={
        <>
          {isOpen && may('operator') && <JoinByPhone id={id} name={name} />}
          {hash !== null && (
            <>
              <HeaderAction href={`/stocktakes/${id}/result`}>{t('Print')}</HeaderAction>
              <HeaderAction onClick={() => void saveResult().catch(toastProblem)}>{t('CSV')}</HeaderAction>
            </>
          )}
        </>
      }
    >
      <CountOrClose stocktake={stocktake} />
      {state === 'draft' && may('manager') && (
        <Button onClick={() => void actions.open(id).then(() => undefined, toastProblem)}>
          {t('Open now')}
        </Button>
      )}
      {(isOpen || state === 'draft') && may('manager') && (
        <ConfirmButton
          label={t('Cancel count')}
          title={t('Cancel {name}', { name })}
          confirm={t('Cancel count')}
          onConfirm={() => actions.cancel(id)}
        >
          {t('The count ends without a result. Its scans are kept.')}
        </ConfirmButton>
      )}
    </PageHeader>
  )
}

/** On a phone, people count. On a desktop, managers close. */
function CountOrClose({ stocktake: { id, state } }: StocktakeProps) {
  const { may } = useSignedIn()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  if (state !== 'open') return null
  const [count, close] =
    isNarrow || !may('manager') ? (['filled', 'default'] as const) : (['default', 'filled'] as const)
  return (
    <>
      {may('operator') && (
        <LinkButton href={`/stocktakes/${id}/count`} variant={count}>
          {t('Count')}
        </LinkButton>
      )}
      {may('manager') && (
        <LinkButton href={`/stocktakes/${id}/close`} variant={close}>
          {t('Close count')}
        </LinkButton>
      )}
    </>
  )
}

/** What is not as in an open count. */
function State({ stocktake }: StocktakeProps) {
  const { may } = useSignedIn()
  const { state } = stocktake
  return (
    <>
      <Work stocktake={stocktake} />
      {state === 'draft' && (
        <Alert>
          {t('This count is planned.')}{' '}
          {may('manager')
            ? t('What is expected is fixed when it is opened.')
            : t('Managers open stocktakes.')}
        </Alert>
      )}
      {(state === 'closed' || state === 'cancelled') && <Ended stocktake={stocktake} />}
      {state === 'open' && !may('manager') && (
        <Text size="sm" c="dimmed">
          {t('Managers close a count.')}
        </Text>
      )}
    </>
  )
}

/** How far the close is. */
function Work({ stocktake: { state, work } }: StocktakeProps) {
  if (!work) return null
  const values = { done: counted(work.done), total: counted(work.total) }
  return (
    <Card withBorder role="status" data-work>
      <Text size="sm" mb={4}>
        {state === 'closing'
          ? t('Closing, {done} of {total}', values)
          : t('The result is fixed. Places are written, {done} of {total}', values)}
      </Text>
      <Progress
        value={work.total === 0 ? 100 : (100 * work.done) / work.total}
        aria-label={t('Progress of the close')}
      />
    </Card>
  )
}

function Ended({ stocktake }: StocktakeProps) {
  const { state, closed_at: at, closed_by: by, counts, counters, result_sha256: hash } = stocktake
  const nowMs = useExactNow()
  const name = by?.name ?? ''
  const time = at === null ? '' : clockTimeOf(at, nowMs)
  if (state === 'cancelled')
    return (
      <Alert>
        {t('Canceled by {name}, {time}. {count, plural, one {# scan is} other {# scans are}} kept.', {
          name,
          time,
          count: counters.reduce((sum, { scans }) => sum + scans, 0),
        })}
      </Alert>
    )
  return (
    <Alert role="status" title={t('Closed by {name}, {time}', { name, time })}>
      {t('The result does not change any more.')}{' '}
      {(counts.late ?? 0) > 0 &&
        t(
          '{count, plural, one {# scan arrived later and is kept beside it.} other {# scans arrived later and are kept beside it.}}',
          { count: counts.late ?? 0 },
        )}
      {hash !== null && (
        <Text size="sm" ff="monospace" className="tag-value" data-hash>
          {t('SHA-256 {hash}', { hash })}
        </Text>
      )}
    </Alert>
  )
}
