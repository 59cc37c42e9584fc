import { Anchor, Card, Group, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { t } from '../../languages/messages'
import { counted } from './format'

export interface Bar {
  readonly key: string
  /** The text in the table and in the tooltip. */
  readonly name: string
  readonly value: number
  /** The value of an earlier time, which is an outline. */
  readonly before?: number
}

interface ChartProps {
  readonly title: string
  /** Explains what is counted, in a sentence. */
  readonly note: string
  /** Column headings of the table: what each bar represents, and what is counted. */
  readonly heads: readonly [name: string, value: string, before?: string]
  readonly bars: readonly Bar[]
  /** A control that filters the bars, above the chart and the table. */
  readonly choice?: ReactNode
  /** The chart itself. The table shows the same numbers, so that the chart is not the only way to read them. */
  readonly children: ReactNode
}

/** A chart that can be switched to a table of the same numbers. */
export function Chart({ title, note, heads, bars, choice, children }: ChartProps) {
  const [isTable, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Anchor component="button" type="button" size="sm" onClick={toggle} aria-pressed={isTable}>
          {t('Show as table')}
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      {choice}
      {isTable ? (
        <Table aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ key, name, value, before }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw="normal">
                  {name}
                </Table.Th>
                <Table.Td>{counted(value)}</Table.Td>
                {before !== undefined && <Table.Td>{counted(before)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        children
      )}
    </Card>
  )
}

interface ColumnsProps {
  /** The text alternative of the chart. */
  readonly summary: string
  readonly bars: readonly Bar[]
  /** Minimum number of slots. When there are fewer bars, the first slots stay empty. */
  readonly slotsMin: number
  /** Labels below the first, the middle and the last column. */
  readonly ticks: readonly string[]
}

const height = 100
const pitch = 10

/** Shows one column for each value, over the whole width. */
export function Columns({ summary, bars, slotsMin, ticks }: ColumnsProps) {
  const most = Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before)))
  const slots = Math.max(slotsMin, bars.length)
  const first = slots - bars.length
  return (
    <div className="columns">
      <Text size="xs" c="dimmed">
        {counted(most)}
      </Text>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${slots * pitch} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ key, name, value, before }, at) => (
          <g key={key}>
            <title>{`${name}: ${counted(value)}`}</title>
            {/* Shows the tooltip over the full height, even when the column is short. */}
            <rect className="column-slot" x={(first + at) * pitch} y={0} width={pitch} height={height} />
            <rect
              className="column"
              x={(first + at) * pitch + 1}
              y={height - (value / most) * height}
              width={pitch - 2}
              height={(value / most) * height}
            />
            {before !== undefined && (
              <rect
                className="column-before"
                x={(first + at) * pitch + 1}
                y={height - (before / most) * height}
                width={pitch - 2}
                height={(before / most) * height}
              />
            )}
          </g>
        ))}
      </svg>
      <Group justify="space-between" aria-hidden>
        {ticks.map((tick) => (
          <Text key={tick} size="xs" c="dimmed">
            {tick}
          </Text>
        ))}
      </Group>
    </div>
  )
}
