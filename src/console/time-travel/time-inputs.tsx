import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../languages/messages'
import { timeZone } from '../languages/zone'
import { AtInput } from './at-input'
import { BetweenInput } from './between-input'
import type { TimeRange } from './time-range'
import { timeText } from './time-words'

export interface TimeChoiceProps {
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
  /** Whether only a span of time can be chosen. */
  readonly isSpan?: boolean
}

/** The inputs of an instant, or of a span of time. */
export function TimeInputs({ range, onChange, isSpan = false }: TimeChoiceProps) {
  const [kind, setKind] = useState(range.kind === 'between' ? 'between' : 'at')
  return (
    <Stack gap="md">
      {!isSpan && (
        <SegmentedControl
          aria-label={t('Time')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'at', label: t('A time') },
            { value: 'between', label: t('From … to …') },
          ]}
        />
      )}
      {kind === 'at' ? (
        <AtInput
          at={range.kind === 'at' ? range.at : range.kind === 'between' ? range.to : null}
          onChange={(at) => onChange({ kind: 'at', at: new Date(at).toISOString() })}
        />
      ) : (
        <BetweenInput range={range} onChange={onChange} />
      )}
      <Text size="xs" c="dimmed">
        {t('Times are those of {zone}.', { zone: timeZone() })}
        {range.kind !== 'now' && ` ${t('Shown: {time}.', { time: timeText(range) })}`}
      </Text>
    </Stack>
  )
}
