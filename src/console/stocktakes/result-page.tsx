import { Button, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { BrandMark } from '../ui/pages/brand-mark'
import { PageHeader } from '../ui/pages/page-header'
import { usePathText } from '../ui/pages/place-path'
import { Failed, NotFound } from '../ui/pages/query-states'
import { counted, exactly } from '../ui/values/format'
import { ExcusePhoto } from './excuse-photo'
import { QrCode } from './join-by-phone'
import {
  linesOf,
  type StocktakeDetails,
  type StocktakeLine,
  useStocktake,
  useStocktakePlaces,
  type Verdict,
} from './stocktake-queries'
import { notFound, sumOf, verdictNames } from './stocktake-texts'

/** The result on paper (A4). Before the close, it is a draft. */
export function ResultPage() {
  const id = Number(useParams()['id'])
  const { data: stocktake, error, refetch } = useStocktake(id)
  const back = { href: `/stocktakes/${id}`, label: stocktake?.name ?? t('Count') }
  if (!stocktake) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <>
      <PageHeader title={t('Result of {name}', { name: stocktake.name })} back={back}>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {t('Print')}
        </Button>
      </PageHeader>
      <Paper stocktake={stocktake} />
    </>
  )
}

interface PaperProps {
  readonly stocktake: StocktakeDetails
}

const isDraft = ({ result_sha256: hash }: StocktakeDetails): boolean => hash === null

/** The lists on paper, with all of their assets up to a number. */
const listed = ['missing', 'to_count', 'elsewhere', 'moved_meanwhile', 'excused', 'extra'] as const

function Paper({ stocktake }: PaperProps) {
  const { organization } = useSignedIn()
  const { name, counts, expected_count: expected, result_sha256: hash, id } = stocktake
  const sum = sumOf(stocktake)
  return (
    <article className="result-paper with-views" aria-label={t('Result of {name}', { name })}>
      <header>
        <div className="grow">
          <p className="paper-brand">
            <BrandMark /> <b>Whereabouts</b> {organization.name}
          </p>
          <p>{isDraft(stocktake) ? t('Stocktake, draft') : t('Stocktake')}</p>
          <h2>{name}</h2>
          <Facts stocktake={stocktake} />
        </div>
        <QrCode
          content={`${location.origin}/console/stocktakes/${id}`}
          size="24mm"
          name={t('Code that opens this result')}
        />
      </header>
      <dl className="paper-sum">
        {[
          ...sum.map(([verdict, count]) => [verdictNames[verdict], count] as const),
          [t('Expected'), expected ?? 0] as const,
        ].map(([title, count]) => (
          <div key={title}>
            <dd>{counted(count)}</dd>
            <dt>{title}</dt>
          </div>
        ))}
      </dl>
      <p>
        {sum.map(([, count]) => counted(count)).join(' + ')} = {counted(expected ?? 0)}. {besideThem(counts)}
      </p>
      <ByPlace stocktake={stocktake} />
      {listed.map((verdict) => (
        <PaperLines key={verdict} id={id} verdict={verdict} count={counts[verdict] ?? 0} />
      ))}
      <footer>
        <div className="paper-signatures">
          <p>{t('Counted by, date, signature')}</p>
          <p>{t('Checked by, date, signature')}</p>
        </div>
        <p className="tag-value">
          {hash === null
            ? t('This is a draft. The numbers can change until the count is closed.')
            : t('SHA-256 of the result: {hash}. The rows of result.csv give the same hash.', { hash })}{' '}
          {t('Printed {time}.', { time: exactly(new Date().toISOString()) })}
        </p>
      </footer>
    </article>
  )
}

const besideThem = (counts: StocktakeDetails['counts']): string =>
  t(
    'Beside them: {extra, plural, one {# extra asset} other {# extra assets}} and {unknown, plural, one {# tag that is not known} other {# tags that are not known}}.',
    {
      extra: counts.extra ?? 0,
      unknown: counts.unknown ?? 0,
    },
  )

function Facts({ stocktake }: PaperProps) {
  const { opened_at: opened, closed_at: closed, expected_count: expected, closed_by: by } = stocktake
  const facts = [
    opened !== null && [
      t('Expected'),
      t('{count, plural, one {# asset} other {# assets}} at {time}, event {sequence}', {
        count: expected ?? 0,
        time: exactly(opened),
        sequence: counted(stocktake.expected_at_sequence ?? 0),
      }),
    ],
    [
      t('Counted by'),
      stocktake.counters.map(({ counted_by: counter }) => counter?.name ?? '').join(', ') || '–',
    ],
    closed !== null && [t('Closed'), t('{time} by {name}', { time: exactly(closed), name: by?.name ?? '' })],
  ]
  return (
    <dl className="paper-facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const shareText = (share: number): string => (100 * share).toLocaleString(locale(), digits)

const dash = (count: number): string => (count === 0 ? '–' : counted(count))

function ByPlace({ stocktake }: PaperProps) {
  const { data: places = [], error, refetch } = useStocktakePlaces(stocktake.id, false)
  const pathText = usePathText()
  if (error) return <Failed error={error} onRetry={refetch} />
  const rows = places
    .map((place) => ({ ...place, path: pathText(place.location_id, place.location_name) }))
    .toSorted((one, other) => one.path.localeCompare(other.path, undefined, { numeric: true }))
  return (
    <section>
      <h3>{t('By location')}</h3>
      <Table verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Location')}</Table.Th>
            {[
              t('Expected'),
              t('Found'),
              t('Missing'),
              t('Elsewhere'),
              t('Moved or excused'),
              t('Found, %'),
            ].map((head) => (
              <Table.Th key={head} ta="right">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((place) => (
            <Table.Tr key={place.location_id}>
              <Table.Td>{place.path}</Table.Td>
              {[
                dash(place.expected),
                dash(place.found),
                dash(notFound(place)),
                dash(place.elsewhere),
                dash(place.moved_meanwhile + place.excused),
                place.expected === 0 ? '–' : shareText(place.found / place.expected),
              ].map((cell, at) => (
                <Table.Td key={at} ta="right">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

interface PaperLinesProps {
  readonly id: number
  readonly verdict: Verdict
  readonly count: number
}

const linesMax = 200

function PaperLines({ id, verdict, count }: PaperLinesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['stocktakes', 'lines', id, 'paper', verdict],
    queryFn: () => linesOf(id, { verdict: [verdict], limit: linesMax }),
    enabled: count > 0,
  })
  const pathText = usePathText()
  const place = (at: number | null) => (at === null ? '–' : pathText(at))
  if (count === 0) return null
  if (error) return <Failed error={error} onRetry={refetch} />
  return (
    <section data-paper={verdict}>
      <h3>{verdictNames[verdict]}</h3>
      <Table verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            {[t('Asset'), t('Key'), t('Expected at'), t('Found at'), t('Note')].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.data.map((line: StocktakeLine) => (
            <Table.Tr key={line.asset_id}>
              <Table.Td>{line.asset_name}</Table.Td>
              <Table.Td>{line.asset_external_key}</Table.Td>
              <Table.Td>{place(line.expected_location_id)}</Table.Td>
              <Table.Td>{place(line.found_location_id)}</Table.Td>
              <Table.Td>
                {line.note ?? '–'}
                {line.has_photo && <ExcusePhoto id={id} line={line} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {count > linesMax && (
        <p>{t('and {count} more, which are in result.csv', { count: counted(count - linesMax) })}</p>
      )}
    </section>
  )
}
