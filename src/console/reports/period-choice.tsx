import { Button, Group } from '@mantine/core'
import { TimeChoice } from '../time-travel/time-choice'
import { pastRangeOf } from '../time-travel/time-words'
import { type Period, reportSpans, type usePeriod } from './report-period'

interface PeriodChoiceProps extends Pick<ReturnType<typeof usePeriod>, 'choose' | 'chooseSpan' | 'isSpan'> {
  readonly period: Period
}

/** The usual spans of a report, and any other. */
export const PeriodChoice = ({ period, choose, chooseSpan, isSpan }: PeriodChoiceProps) => (
  <Group gap="xs" mb="sm" className="report-period">
    {reportSpans.map(({ label, days }) => (
      <Button
        key={label}
        variant={isSpan(days) ? 'light' : 'default'}
        aria-pressed={isSpan(days)}
        onClick={() => chooseSpan(days)}
      >
        {label}
      </Button>
    ))}
    <TimeChoice range={{ kind: 'between', ...period }} onChange={choose} isSpan />
    <b>{pastRangeOf(period.from, period.to)}</b>
  </Group>
)
