import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { Failed, Loading } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { MetricCourse } from './metric-course'
import { lastText, type Metric, metricOrder, textOf } from './metric-texts'
import { TagKeys } from './tag-keys'
import { type Telemetry, useTelemetry } from './use-telemetry'

interface AssetTelemetryProps {
  readonly asset: Pick<Schemas['AssetView'], 'id' | 'tags'>
}

/** What the BLE tags of an asset measure. Other tags measure nothing, so an asset without one has no such section. */
export function AssetTelemetry({ asset }: AssetTelemetryProps) {
  const { data, error, refetch } = useTelemetry(asset.id)
  const tags = asset.tags.filter(({ tag_type: type }) => type === 'ble')
  if (tags.length === 0 && !data?.values.length) return null
  return (
    <Section id="telemetry" title={t('Telemetry')}>
      {data ? (
        <>
          {data.values.length > 0 ? <Values asset={asset} values={data.values} /> : <NoValues />}
          {tags.length > 0 && <TagKeys assetId={asset.id} tags={tags} withKey={data.tag_ids_with_key} />}
        </>
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Loading lines={2} />
      )}
    </Section>
  )
}

const NoValues = () => (
  <>
    <Text fw={600}>{t('No values yet')}</Text>
    <Text size="sm" c="dimmed">
      {t(
        'Many BLE tags send battery, temperature, humidity, motion or button presses. Their last values appear here when a gateway forwards these advertisements.',
      )}
    </Text>
  </>
)

interface ValuesProps extends AssetTelemetryProps {
  readonly values: Telemetry['values']
}

/** The last value of each metric. A press of one shows its course. */
function Values({ asset, values }: ValuesProps) {
  const [chosen, setChosen] = useState<Metric>()
  const shown = values.toSorted((a, b) => metricOrder.indexOf(a.metric) - metricOrder.indexOf(b.metric))
  const metric = shown.find((value) => value.metric === chosen)?.metric ?? courseFirst(shown)
  return (
    <>
      <ul className="plain telemetry-values">
        {shown.map((value) => (
          <li key={value.metric}>
            <UnstyledButton
              className="telemetry-value"
              aria-pressed={value.metric === metric}
              onClick={() => setChosen(value.metric)}
            >
              <span className="telemetry-label">{textOf(value.metric).label}</span>
              <b>{lastText(value.metric, value.value)}</b>
            </UnstyledButton>
            <Source asset={asset} value={value} />
          </li>
        ))}
      </ul>
      {metric && <MetricCourse key={metric} assetId={asset.id} metric={metric} />}
    </>
  )
}

/** The metric whose course is shown first. A temperature says most. */
const courseFirst = (values: Telemetry['values']): Metric | undefined =>
  (values.find(({ metric }) => metric === 'temperature_c') ?? values[0])?.metric

/** When a value was sent, and by which tag. */
function Source({ asset, value }: AssetTelemetryProps & { readonly value: Telemetry['values'][number] }) {
  const tag = asset.tags.find(({ id }) => id === value.tag_id)
  return (
    <Text size="sm" c="dimmed" className="telemetry-source">
      {rich('{age}, from {tag}', {
        age: <Time at={value.observed_at} />,
        tag: tag ? <span className="telemetry-tag">{tag.value}</span> : t('a removed tag'),
      })}
    </Text>
  )
}
