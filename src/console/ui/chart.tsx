import { Anchor, Card, Group, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { counted } from './format'

export interface Bar {
  readonly key: string
  /** As the table and the tip say it. */
  readonly name: string
  readonly value: number
}

interface ChartProps {
  readonly title: string
  /** What is counted, in a sentence. */
  readonly note: string
  /** Heads of the table: what the bars stand for, and what is counted. */
  readonly heads: readonly [name: string, value: string]
  readonly bars: readonly Bar[]
  /** What chooses among the bars, in picture and table. */
  readonly choice?: ReactNode
  /** The picture. What it shows is told by the table too, which is there for everybody. */
  readonly children: ReactNode
}

/** A picture of numbers, and on request the numbers. */
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
          As a table
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
            {bars.map(({ key, name, value }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw="normal">
                  {name}
                </Table.Th>
                <Table.Td>{counted(value)}</Table.Td>
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
  /** What a listener is told instead of the picture. */
  readonly summary: string
  readonly bars: readonly Bar[]
  /** There is room for so many at least; fewer stand at the end. */
  readonly room: number
  /** Below the first, the middle and the last column. */
  readonly ticks: readonly string[]
}

const height = 100
const pitch = 10

/** One column for each value, over the whole width. */
export function Columns({ summary, bars, room, ticks }: ColumnsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const places = Math.max(room, bars.length)
  const first = places - bars.length
  return (
    <div className="columns">
      <Text size="xs" c="dimmed">
        {counted(most)}
      </Text>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${places * pitch} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ key, name, value }, at) => (
          <g key={key}>
            <title>{`${name}: ${counted(value)}`}</title>
            {/* Also where there is little or nothing the pointer finds the column. */}
            <rect className="column-room" x={(first + at) * pitch} y={0} width={pitch} height={height} />
            <rect
              className="column"
              x={(first + at) * pitch + 1}
              y={height - (value / most) * height}
              width={pitch - 2}
              height={(value / most) * height}
            />
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
