import { Text } from '@mantine/core'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { type Column, DataTable } from '../ui/lists/data-table'
import { PathSelect } from '../ui/lists/path-select'
import { useList } from '../ui/lists/use-list'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { PageLink } from '../ui/pages/link'
import { usePathText } from '../ui/pages/place-path'
import { EmptyList } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { ClockTime } from '../ui/values/time'
import { type AccuracyWeek, percentOf, taughtChanged } from './queries'

type Reference = Schemas['ReferenceAssetView']

const changed = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['reference assets'] }), taughtChanged()])

interface ReferencesProps {
  readonly mayChange: boolean
  readonly weeks: readonly AccuracyWeek[]
}

/** The assets whose true place is known, and how often it was shown in the newest week. */
export function References({ mayChange, weeks }: ReferencesProps) {
  const list = useList({
    key: ['reference assets'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/reference-assets', { params: { query: { limit, offset } } })),
  })
  return (
    <Section id="references" title={t('Reference tags')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('Tags that stay where they are. They show how often the right place is shown.')}
      </Text>
      {mayChange && <NewReference />}
      <DataTable
        name={t('Reference tags')}
        storedAs="Reference tags"
        list={list}
        columns={columnsOf(mayChange, weeks)}
        keyOf={({ asset_id: id }) => id}
        empty={
          <EmptyList title={t('Reference tags appear here')}>
            {t('No reference tag yet, so nothing is measured.')}
          </EmptyList>
        }
      />
    </Section>
  )
}

function NewReference() {
  const { data: locations } = useLocationTree()
  const form = useApiForm({
    initial: { asset_id: null as number | null, location_id: '' },
    submit: ({ asset_id: assetId, location_id: locationId }) => {
      const body = {
        ...(assetId !== null && { asset_id: assetId }),
        ...(locationId !== '' && { location_id: Number(locationId) }),
      } as Schemas['ReferenceAssetRequest']
      return dataOf(api.POST('/internal/v1/reference-assets', { body }))
    },
    done() {
      form.clear('asset_id')
      void changed()
    },
  })
  return (
    <Form form={form} label={t('Add a reference tag')} isSecondary>
      <RecordSelect kind="asset" label={t('Asset')} {...form.choice('asset_id')} />
      <PathSelect
        label={t('Where it really is')}
        limit={100}
        data={locations?.all.map(({ id, path }) => ({ value: String(id), label: path })) ?? []}
        nothingFoundMessage={t('No locations found')}
        {...form.choice('location_id')}
      />
    </Form>
  )
}

function Place({ id, name }: { readonly id: number; readonly name: string }) {
  return usePathText()(id, name)
}

function columnsOf(
  mayChange: boolean,
  weeks: readonly AccuracyWeek[],
): [Column<Reference>, ...Column<Reference>[]] {
  const shareAt = (id: number): string => {
    const week = weeks.find((each) => each.location_id === id && each.reference_seconds > 0)
    return week ? t('{share} %', { share: percentOf(week.right_share) }) : '–'
  }
  return [
    {
      key: 'asset',
      label: t('Asset'),
      cell: ({ asset_id: id, asset_name: name }) => <PageLink href={`/assets/${id}`}>{name}</PageLink>,
    },
    {
      key: 'place',
      label: t('Where it really is'),
      cell: ({ location_id: id, location_name: name }) => <Place id={id} name={name} />,
    },
    { key: 'share', label: t('Right place'), cell: ({ location_id: id }) => shareAt(id) },
    { key: 'since', label: t('Since'), cell: ({ since }) => <ClockTime at={since} /> },
    ...(mayChange
      ? [{ key: 'actions', label: t('Actions'), cell: (row: Reference) => <Remove reference={row} /> }]
      : []),
  ]
}

function Remove({ reference: { asset_id: id, asset_name: name } }: { readonly reference: Reference }) {
  async function remove(): Promise<void> {
    await dataOf(
      api.DELETE('/internal/v1/reference-assets/{asset_id}', { params: { path: { asset_id: id } } }),
    )
    await changed()
  }
  return (
    <ConfirmButton
      label={t('Remove')}
      title={t('Remove the reference tag {name}', { name })}
      confirm={t('Remove reference tag')}
      size="compact-sm"
      onConfirm={remove}
    >
      {t('Its time no longer counts in the accuracy.')}
    </ConfirmButton>
  )
}
