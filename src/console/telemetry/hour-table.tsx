import { Table } from '@mantine/core'
import { t } from '../languages/messages'
import { hourText, meanText } from './hour-texts'
import { type Metric, textOf, valueText } from './metric-texts'
import type { Hour } from './use-telemetry'

interface HourTableProps {
  readonly metric: Metric
  /** Oldest first. */
  readonly hours: readonly Hour[]
}

type Column = readonly [head: string, cell: (hour: Hour) => string]

const columnsOf = (metric: Metric): readonly Column[] => {
  if (metric === 'button') return [[t('Last press'), ({ last }) => String(last)]]
  if (metric === 'motion') return [[t('In motion'), (hour) => meanText(metric, hour)]]
  return [
    [t('Least'), ({ min }) => valueText(metric, min)],
    [t('Mean'), (hour) => meanText(metric, hour)],
    [t('Greatest'), ({ max }) => valueText(metric, max)],
  ]
}

/** The same numbers as the chart, newest first. */
export function HourTable({ metric, hours }: HourTableProps) {
  const { label } = textOf(metric)
  const columns = columnsOf(metric)
  return (
    // Focusable, so that the keys of a keyboard scroll it.
    <section className="telemetry-table" tabIndex={0} aria-label={t('{metric} by hour', { metric: label })}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Hour')}</Table.Th>
            {columns.map(([head]) => (
              <Table.Th key={head} scope="col" ta="right">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hours.toReversed().map((hour) => (
            <Table.Tr key={hour.hour}>
              <Table.Th scope="row" fw="normal">
                {hourText(hour)}
              </Table.Th>
              {columns.map(([head, cell]) => (
                <Table.Td key={head} ta="right">
                  {cell(hour)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
