import { Alert, Button, Card, Group, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { usePathText } from '../ui/pages/place-path'
import { Failed, NotFound } from '../ui/pages/query-states'
import { counted } from '../ui/values/format'
import {
  linesOf,
  type StocktakeDetails,
  type StocktakeLine,
  stocktakesChanged,
  useStocktake,
  useStocktakePlaces,
  type Verdict,
} from './stocktake-queries'
import { Sum } from './sum'

/** Closes a count: one sum that is right, four lists and their decisions. */
export function ClosePage() {
  const id = Number(useParams()['id'])
  const { data: stocktake, error, refetch } = useStocktake(id)
  const back = [
    { href: '/stocktakes', label: t('Count') },
    { href: `/stocktakes/${id}`, label: stocktake?.name ?? t('Count') },
  ]
  if (!stocktake) return <NotFound error={error} onRetry={refetch} back={back} />
  if (stocktake.state !== 'open')
    return (
      <>
        <PageHeader title={t('Close {name}', { name: stocktake.name })} back={back} />
        <Alert>
          {t('This count is not open.')}{' '}
          <PageLink href={`/stocktakes/${id}`} inherit underline="always">
            {stocktake.name}
          </PageLink>
        </Alert>
      </>
    )
  return <Closing stocktake={stocktake} back={back} />
}

interface ClosingProps {
  readonly stocktake: StocktakeDetails
  readonly back: { readonly href: string; readonly label: string }[]
}

/** What happens after the result is fixed. */
interface Decisions {
  readonly write_places: boolean
  readonly start_searches: boolean
  readonly keep_unknown: boolean
}

async function close(id: number, body: Decisions): Promise<void> {
  const params = { path: { stocktake: id } }
  await dataOf(api.POST('/internal/v1/stocktakes/{stocktake}/close', { params, body }))
  void stocktakesChanged()
}

function Closing({ stocktake, back }: ClosingProps) {
  const { id, name, counts } = stocktake
  const [decisions, setDecisions] = useState<Decisions>({
    write_places: true,
    start_searches: false,
    keep_unknown: true,
  })
  const choice = (key: keyof Decisions) => ({
    checked: decisions[key],
    onChange: (isChosen: boolean) => setDecisions({ ...decisions, [key]: isChosen }),
  })
  const [isAsked, setAsked] = useState(false)
  const title = t('Close {name}', { name })
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t('Nothing in the result changes after this. Scans that arrive later are kept beside it.')}
        back={back}
        secondary={<HeaderAction href={`/stocktakes/${id}/result`}>{t('Print a draft')}</HeaderAction>}
      >
        <LinkButton href={`/stocktakes/${id}`} variant="default">
          {t('Go on counting')}
        </LinkButton>
        <Button onClick={() => setAsked(true)}>{t('Close count')}</Button>
      </PageHeader>
      <Stack>
        <Sum stocktake={stocktake} />
        <OpenPlaces stocktake={stocktake} />
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }}>
          <KnownLists stocktake={stocktake} search={choice('start_searches')} />
          <Card withBorder component="section">
            <Head title={t('Not known')} count={counts.unknown ?? 0} note={t('Tags that no asset has.')} />
            <Choice label={t('Send them to Unknown tags')} {...choice('keep_unknown')} />
          </Card>
        </SimpleGrid>
        <Card withBorder>
          <Choice
            label={t('Write the found places')}
            description={t(
              'Each asset that was counted by a person is placed where it was counted, at the time of the count. Later reads stay.',
            )}
            {...choice('write_places')}
          />
        </Card>
      </Stack>
      <AskToClose stocktake={stocktake} opened={isAsked} onClose={() => setAsked(false)} body={decisions} />
    </>
  )
}

interface AskProps extends Pick<ClosingProps, 'stocktake'> {
  readonly opened: boolean
  readonly onClose: () => void
  readonly body: Parameters<typeof close>[1]
}

function AskToClose({ stocktake: { id, name, counts }, body, ...dialog }: AskProps) {
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Close {name}', { name })}
      label={t('Close count')}
      onConfirm={async () => {
        await close(id, body)
        navigate(`/stocktakes/${id}`, { replace: true })
      }}
    >
      {t(
        '{count, plural, =0 {Nothing is missing.} one {# asset stays missing.} other {# assets stay missing.}}',
        { count: counts.to_count ?? 0 },
      )}
    </ConfirmDialog>
  )
}

interface KnownListsProps extends Pick<ClosingProps, 'stocktake'> {
  /** Whether missing assets are searched for. */
  readonly search: Pick<ChoiceProps, 'checked' | 'onChange'>
}

/** What is not where it was expected. */
const KnownLists = ({ stocktake: { id, counts }, search }: KnownListsProps) => (
  <>
    <Lines
      id={id}
      verdict="to_count"
      title={t('Missing')}
      note={t('Expected here, not counted by anybody.')}
      count={counts.to_count ?? 0}
      choice={
        <Choice
          label={t('Start {count, plural, one {a search for # asset} other {searches for # assets}}', {
            count: counts.to_count ?? 0,
          })}
          {...search}
        />
      }
    />
    <Lines
      id={id}
      verdict="elsewhere"
      title={t('Elsewhere')}
      note={t('Found, but not where they were expected.')}
      count={counts.elsewhere ?? 0}
    />
    <Lines
      id={id}
      verdict="extra"
      title={t('Extra')}
      note={t('Known assets, not expected here.')}
      count={counts.extra ?? 0}
    />
  </>
)

/** The locations that nobody has finished. Their assets are missing in the result. */
function OpenPlaces({ stocktake }: Pick<ClosingProps, 'stocktake'>) {
  const { data: places, error, refetch } = useStocktakePlaces(stocktake.id, false)
  const pathText = usePathText()
  // Otherwise, it would look as if all were finished.
  if (!places && error)
    return <Failed title={t("The unfinished locations couldn't be loaded")} error={error} onRetry={refetch} />
  const open = (places ?? []).filter(({ to_count: left, finished_at: at }) => at === null && left > 0)
  if (open.length === 0) return null
  const left = open.reduce((sum, { to_count: count }) => sum + count, 0)
  return (
    <Alert color="yellow">
      {t(
        '{places, plural, one {# location is} other {# locations are}} not finished: {names}. {left, plural, one {# asset} other {# assets}} there will be missing.',
        {
          places: open.length,
          names: open
            .slice(0, 8)
            .map(({ location_id: id, location_name: name }) => pathText(id, name))
            .join(', '),
          left,
        },
      )}
    </Alert>
  )
}

interface HeadProps {
  readonly title: string
  readonly count: number
  readonly note: string
}

const Head = ({ title, count, note }: HeadProps) => (
  <>
    <Group justify="space-between" align="baseline">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text fz={24} fw={700} data-list={title}>
        {counted(count)}
      </Text>
    </Group>
    <Text size="sm" c="dimmed" mb="xs">
      {note}
    </Text>
  </>
)

const shownMax = 8

interface LinesProps extends HeadProps {
  readonly id: number
  readonly verdict: Verdict
  /** What to do with them. */
  readonly choice?: ReactNode
}

function Lines({ id, verdict, count, choice, ...head }: LinesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['stocktakes', 'lines', id, 'first', verdict],
    queryFn: () => linesOf(id, { verdict: [verdict], limit: shownMax }),
  })
  const pathText = usePathText()
  const wayOf = ({ expected_location_id: from, found_location_id: to }: StocktakeLine): string =>
    [from, to].flatMap((place) => (place === null ? [] : [pathText(place)])).join(' → ')
  const rest = count - (data?.data.length ?? 0)
  let more: ReactNode = null
  if (data && rest > 0) more = t('{count} more', { count: counted(rest) })
  else if (count > 0) more = t('Open the list')
  return (
    <Card withBorder component="section">
      <Head {...head} count={count} />
      {error && <Failed error={error} onRetry={refetch} />}
      <Stack component="ul" className="plain" gap="xs">
        {data?.data.map((line) => (
          <li key={line.asset_id}>
            <Text fw={600} size="sm" className="tag-value">
              {line.asset_name}
            </Text>
            <Text size="sm" c="dimmed">
              {wayOf(line)}
            </Text>
          </li>
        ))}
      </Stack>
      {more && (
        <PageLink href={`/stocktakes/${id}/lines?verdict=${verdict}`} size="sm" mt="xs">
          {more}
        </PageLink>
      )}
      {choice}
    </Card>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly onChange: (isChosen: boolean) => void
}

const Choice = ({ onChange, ...props }: ChoiceProps) => (
  <Switch {...props} size="md" onChange={(event) => onChange(event.currentTarget.checked)} />
)
