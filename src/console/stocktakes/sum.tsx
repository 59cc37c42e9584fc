import { Card, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import type { Stocktake } from './stocktake-queries'
import { sumOf, verdictNames } from './stocktake-texts'

/** The law of a stocktake: each expected asset is in exactly one of the numbers. */
export function Sum({ stocktake }: { readonly stocktake: Stocktake }) {
  const numbers = sumOf(stocktake)
  const expected = stocktake.expected_count ?? 0
  const isRight = numbers.reduce((sum, [, count]) => sum + count, 0) === expected
  const sentence = `${numbers.map(([verdict, count]) => `${counted(count)} ${verdictNames[verdict]}`).join(' + ')} = ${t('{count} expected', { count: counted(expected) })}`
  return (
    <Card withBorder data-sum={isRight}>
      <Group justify="space-between" gap="xs">
        <Text className="tag-value">{sentence}</Text>
        <Group gap={4} wrap="nowrap">
          {isRight ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <Text size="sm">{isRight ? t('The sum is right') : t('The sum is not right')}</Text>
        </Group>
      </Group>
    </Card>
  )
}
