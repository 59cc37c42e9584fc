import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { identityText } from '../records/identity-text'
import { toastProblem } from '../ui/notices/toasts'
import { StateBadge } from '../ui/values/state-badge'
import { addScans, dropScans } from './outbox'

/** Longer values are not codes. */
const lengthMax = 1_024

/** Why a value that looks like a GS1 code names nothing. */
const problemTexts: Readonly<Record<string, string>> = {
  check_digit: t('It looks like a GS1 code, but its check digit is wrong.'),
  ambiguous: t('It looks like a GS1 code without its separators, which can be split in several ways.'),
  length: t('It looks like a GS1 code, but a part is too long or too short.'),
}

/** Says what a scanned value that no tag has is, and offers to split values that a scanner has glued together. */
export function UnknownScan({ value }: { readonly value: string }) {
  const { data } = useQuery({
    queryKey: ['codes', value],
    queryFn: () => dataOf(api.POST('/internal/v1/codes/parse', { body: { values: [value] } })),
    enabled: value.length <= lengthMax,
    staleTime: 60_000,
    retry: false,
  })
  const code = data?.data[0]
  const parts = code?.parts ?? []
  return (
    <>
      <StateBadge state="aging">{t('Unknown')}</StateBadge>
      {code?.identity && <Text size="sm">{identityText(code.identity)}</Text>}
      {code?.problem && <Text size="sm">{problemTexts[code.problem]}</Text>}
      {parts.length > 0 && (
        <Group gap="xs" my={4}>
          <Text size="sm">
            {t('These are {count} known values that the scanner has sent as one.', { count: parts.length })}
          </Text>
          <Button size="compact-md" onClick={() => void split(value, parts).catch(toastProblem)}>
            {t('Split into {count} scans', { count: parts.length })}
          </Button>
        </Group>
      )}
    </>
  )
}

async function split(value: string, parts: readonly string[]): Promise<void> {
  // First the new ones, so that no scan is lost when the second step fails.
  addScans(parts)
  await dropScans([value])
}
