import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Schemas } from '../api/client'
import { listen, type LiveMove } from '../api/live-events'
import { useAsset } from '../assets/use-asset'
import { t } from '../languages/messages'
import { useReaderOf } from '../readers/use-reader'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone } from '../ui/notices/toasts'
import { useKeys } from '../ui/keys'
import { PageHeader } from '../ui/pages/page-header'
import { usePathText } from '../ui/pages/place-path'
import { NotFound } from '../ui/pages/query-states'
import { ageOf, clockTimeOf, timeOfDayOf } from '../ui/values/format'
import { FoundDialog } from './found-dialog'
import { type Gauge, type Strong, wordOf } from './gauge'
import { NearnessBar, Trend, wordTexts } from './nearness-bar'
import { assetLost, openSearchQuery, searchesChanged } from '../records/search-queries'
import { switchTone, useTone, useToneOn } from './tone'
import { useSignal } from './use-signal'

type Asset = Schemas['AssetView']

/** Walks to an asset by how strongly readers hear it, and says where it was found. */
export function FindPage() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset)
    return <NotFound error={error} onRetry={refetch} back={{ href: '/searches', label: t('Find') }} />
  return <Finding key={asset.id} asset={asset} />
}

const canBeHeard = ({ tags }: Asset): boolean => tags.some(({ tag_type: type }) => type !== 'barcode')

function Finding({ asset }: { readonly asset: Asset }) {
  const [, navigate] = useLocation()
  const [place, setPlace] = useState<number | null>()
  const isHeard = canBeHeard(asset)
  const gauge = useSignal(asset.id, isHeard)
  const { data: search } = useQuery(openSearchQuery(asset.id))
  const move = useMoveOf(asset.id)
  const placeOfSignal = usePlaceOf(gauge?.strongest)
  useTone(gauge?.nearness ?? null)
  const leave = () => navigate('/searches')
  const open = () => setPlace(placeOfSignal ?? move?.location_id ?? null)
  useKeys([['f', open]])
  return (
    <div className="narrow">
      <PageHeader
        title={t('Find {name}', { name: asset.name })}
        back={[
          { href: '/searches', label: t('Find') },
          { href: `/assets/${asset.id}`, label: asset.name },
        ]}
      >
        {isHeard && <ToneButton />}
      </PageHeader>
      {search?.note && <Text c="dimmed">{search.note}</Text>}
      {move && <ReadElsewhere move={move} onTake={() => setPlace(move.location_id)} />}
      {isHeard ? <Signal gauge={gauge} /> : <NotHeard />}
      <Group className="finding-actions" grow>
        <Button variant="filled" size="lg" leftSection={<IconCheck aria-hidden />} onClick={open}>
          {t('Found it')}
        </Button>
        <ConfirmButton
          size="lg"
          label={t('Not here')}
          title={t('Not here: mark {name} as lost', { name: asset.name })}
          confirm={t('Mark as lost')}
          onConfirm={async () => {
            await assetLost(asset.id)
            await searchesChanged()
            toastDone(t('{name} marked as lost', { name: asset.name }))
            leave()
          }}
        >
          {t('The search ends. The list shows when a reader reads the asset again.')}
        </ConfirmButton>
      </Group>
      <FoundDialog
        opened={place !== undefined}
        asset={asset}
        placeId={place ?? null}
        onClose={() => setPlace(undefined)}
        onFound={leave}
      />
    </div>
  )
}

function ToneButton() {
  const isOn = useToneOn()
  const label = isOn ? t('Turn the tone off') : t('Turn the tone on')
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => switchTone(!isOn)}>
      {isOn ? <IconVolume aria-hidden /> : <IconVolumeOff aria-hidden />}
    </ActionIcon>
  )
}

const NotHeard = () => (
  <Alert color="yellow" my="md" title={t('Readers cannot hear this asset')}>
    {t('It has no RFID or BLE tag. Look for it by eye, or attach a tag.')}
  </Alert>
)

/** Returns the last move of the asset since the page was opened. */
function useMoveOf(assetId: number): LiveMove | undefined {
  const [move, setMove] = useState<LiveMove>()
  useEffect(
    () => listen({ moved: (next) => (next.asset_id === assetId ? setMove(next) : undefined) }),
    [assetId],
  )
  return move
}

interface ReadElsewhereProps {
  readonly move: LiveMove
  readonly onTake: () => void
}

function ReadElsewhere({ move, onTake }: ReadElsewhereProps) {
  const pathOf = usePathText()
  const at = Date.parse(move.asset_last_seen)
  return (
    <Alert color="brand" my="sm">
      <Group justify="space-between">
        {t('Read at {place} at {time}', {
          place: pathOf(move.location_id, move.location_name),
          time: timeOfDayOf(at),
        })}
        <Button variant="default" onClick={onTake}>
          {t('Take this place')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Returns the location of the antenna that heard the asset best, if it has one. */
function usePlaceOf(strong: Strong | undefined): number | null {
  const { data: reader } = useReaderOf(strong?.readerId ?? 0, undefined, strong !== undefined)
  return reader?.antennas.find(({ port }) => port === strong?.antenna)?.location_id ?? null
}

const trendTexts = {
  stronger: t('Getting stronger'),
  weaker: t('Getting weaker, turn round'),
  same: t('The same'),
}

function Signal({ gauge }: { readonly gauge: Gauge | undefined }) {
  const nearness = gauge?.nearness ?? null
  const word = !gauge
    ? t('No connection')
    : nearness === null
      ? t('Nothing heard')
      : wordTexts[wordOf(nearness)]
  return (
    <>
      <div className="finding-word" role="status">
        {word}
      </div>
      <p className="finding-hint">{hintOf(gauge)}</p>
      <NearnessBar nearness={nearness} word={word} strongest={gauge?.strongest?.nearness} />
      <div className="finding-trend">
        <span>20 s</span>
        <b>{gauge?.trend ? trendTexts[gauge.trend] : ''}</b>
        <span>{t('now')}</span>
      </div>
      <Trend seconds={gauge?.seconds ?? []} />
      {gauge?.lastStrong && <LastStrong strong={gauge.lastStrong} />}
    </>
  )
}

function hintOf(gauge: Gauge | undefined): string {
  if (!gauge) return t('Nothing is known until the connection is back.')
  if (gauge.nearness !== null)
    return wordOf(gauge.nearness) === 'here' ? t('Within reach') : t('Walk where it gets stronger.')
  if (gauge.last?.nearness === null)
    return t('It is read, but without a signal strength that says how near it is.')
  return gauge.strongest
    ? t('No read for 10 s. Go back to where it was stronger.')
    : t('Walk slowly with a reader that sends its reads here. Lower its power if everything is near.')
}

/** The last strong read, with its reader and its age. */
function LastStrong({ strong }: { readonly strong: Strong }) {
  const { data: reader } = useReaderOf(strong.readerId)
  const now = Date.now()
  return (
    <div className="finding-strong">
      <i aria-hidden />
      <b>
        {t('Last strong read {time}, {age} ago', {
          time: clockTimeOf(new Date(strong.at).toISOString(), now),
          age: ageOf(now - strong.at),
        })}
      </b>
      <span>
        {t('{reader}, antenna {port}', { reader: reader?.name ?? '…', port: strong.antenna })} ·{' '}
        {wordTexts[wordOf(strong.nearness)]}
      </span>
    </div>
  )
}
