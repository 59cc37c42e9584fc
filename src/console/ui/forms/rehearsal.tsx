import { Button, List, Stack, Table, Text } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import type { Schemas } from '../../api/client'
import { t } from '../../languages/messages'
import { counted, lengthOf } from '../values/format'
import { PageLink } from '../pages/link'
import { usePathText } from '../pages/place-path'
import type { ApiForm } from './use-api-form'

type Rehearsal = Schemas['Rehearsal']

interface RehearsalPreviewProps<V extends Readonly<Record<string, unknown>>> {
  readonly form: ApiForm<V>
  /** Rehearses the values of the form. */
  readonly rehearse: (values: V) => Promise<Rehearsal>
}

interface Shown<V> {
  readonly rehearsal: Rehearsal
  readonly values: V
}

/** Previews what the last hour would have been with the values of a form, before they are saved. */
export function RehearsalPreview<V extends Readonly<Record<string, unknown>>>({
  form,
  rehearse,
}: RehearsalPreviewProps<V>) {
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<Shown<V>>()

  async function preview({ currentTarget }: MouseEvent<HTMLButtonElement>): Promise<void> {
    const { values } = form
    setBusy(true)
    const rehearsal = await form.attempt(currentTarget.form, rehearse)
    setBusy(false)
    setShown(rehearsal && { rehearsal, values })
  }

  return (
    <Stack gap="xs">
      <div>
        <Button variant="default" loading={isBusy} onClick={(event) => void preview(event)}>
          {t('Preview the last hour')}
        </Button>
      </div>
      {shown && (
        <section aria-label={t('Preview of the last hour')}>
          <RehearsalResult rehearsal={shown.rehearsal} isOutdated={shown.values !== form.values} />
        </section>
      )}
    </Stack>
  )
}

interface ResultProps {
  readonly rehearsal: Rehearsal
  /** Whether the form has changed since. */
  readonly isOutdated: boolean
}

/** What a rehearsal has found. */
export function RehearsalResult({ rehearsal, isOutdated }: ResultProps) {
  const { from, to, reads, assets, assets_total: total } = rehearsal
  const period = lengthOf(Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (reads === 0)
    return (
      <Text size="sm" role="status">
        {t('No tag of an asset has been read in the last {period}. Preview again when tags have been read.', {
          period,
        })}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {isOutdated && <b>{t('You have changed the form since this preview.')} </b>}
        {t(
          'The last {period}: {reads, plural, one {# read} other {# reads}} of {assets, plural, one {# asset} other {# assets}}.',
          { period, reads, assets },
        )}{' '}
        {total > assets && `${t('About {total} assets were read in this time.', { total: counted(total) })} `}
        {t('Nothing is saved yet.')}
      </Text>
      <Totals rehearsal={rehearsal} />
      <Pairs rehearsal={rehearsal} />
      <Differing rehearsal={rehearsal} />
    </Stack>
  )
}

interface Row {
  readonly name: string
  readonly present: number
  readonly proposed: number
}

function Totals({ rehearsal: { present, proposed } }: Pick<ResultProps, 'rehearsal'>) {
  const row = (name: string, key: keyof Rehearsal['present']): Row => ({
    name,
    present: present[key],
    proposed: proposed[key],
  })
  const rows = [
    row(t('Moves'), 'moves'),
    row(t('Moves back within 5 minutes'), 'back_and_forth'),
    row(t('Reads that are too weak'), 'weak_reads'),
  ]
  return <Comparison label={t('Moves and weak reads')} head={t('Number of')} rows={rows} />
}

/** Most pairs beyond these have a single move. */
const pairsShown = 10

function Pairs({ rehearsal: { pairs } }: Pick<ResultProps, 'rehearsal'>) {
  const pathOf = usePathText()
  if (pairs.length === 0) return null
  const rows = pairs.slice(0, pairsShown).map((pair): Row => ({
    name: `${pathOf(pair.from_location_id, pair.from_location_name)} → ${pathOf(pair.to_location_id, pair.to_location_name)}`,
    present: pair.present_moves,
    proposed: pair.proposed_moves,
  }))
  return <Comparison label={t('Moves between locations')} head={t('Move')} rows={rows} />
}

interface ComparisonProps {
  readonly label: string
  readonly head: string
  readonly rows: readonly Row[]
}

const Comparison = ({ label, head, rows }: ComparisonProps) => (
  <Table aria-label={label} fz="sm">
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{head}</Table.Th>
        <Table.Th scope="col" ta="right" w="6rem">
          {t('Now')}
        </Table.Th>
        <Table.Th scope="col" ta="right" w="7rem">
          {t('New values')}
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ name, present, proposed }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw="normal">
            {name}
          </Table.Th>
          <Table.Td ta="right">{counted(present)}</Table.Td>
          <Table.Td ta="right">{counted(proposed)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

function Differing({ rehearsal: { differing_assets: count, examples } }: Pick<ResultProps, 'rehearsal'>) {
  const pathOf = usePathText()
  const placeOf = (id: number | null, name: string | null): string =>
    id === null ? t('no location') : pathOf(id, name)
  if (count === 0) return <Text size="sm">{t('Each asset would be at the same location as now.')}</Text>
  return (
    <div>
      <Text size="sm">
        {count > examples.length
          ? t(
              '{count, plural, one {# asset would be at another location} other {# assets would be at another location}} (the first {shown} are shown):',
              { count, shown: examples.length },
            )
          : t(
              '{count, plural, one {# asset would be at another location:} other {# assets would be at another location:}}',
              { count },
            )}
      </Text>
      <List size="sm">
        {examples.map((example) => (
          <List.Item key={example.asset_id}>
            <PageLink href={`/assets/${example.asset_id}`} inherit underline="always">
              {example.asset_name ?? example.asset_external_key ?? t('Deleted asset')}
            </PageLink>
            : {placeOf(example.present_location_id, example.present_location_name)} →{' '}
            {placeOf(example.proposed_location_id, example.proposed_location_name)}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
