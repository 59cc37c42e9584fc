import { ActionIcon, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { t } from '../languages/messages'
import { useKeys } from '../ui/keys'
import { counted } from '../ui/values/format'
import { groupsOf } from '../alerts/alert-groups'
import { useOpenAlerts } from '../alerts/alert-queries'

/** Leads to the open alerts before and after this one, in the order of the list. Keys: [ and ]. */
export function AlertPaging({ id }: { readonly id: number }) {
  const [, navigate] = useLocation()
  const { data } = useOpenAlerts()
  const ids = groupsOf(data?.data ?? []).flatMap(({ rules }) => rules.flat().map((alert) => alert.id))
  const at = ids.indexOf(id)
  const go = (to: number) => {
    const next = ids[to]
    if (at >= 0 && next !== undefined) navigate(`/alerts/${next}`)
  }
  useKeys([
    ['[', () => go(at - 1)],
    [']', () => go(at + 1)],
  ])
  if (at < 0 || ids.length < 2) return null
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('{at} of {count}', { at: counted(at + 1), count: counted(ids.length) })}
      </Text>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Previous alert')}
        disabled={at === 0}
        onClick={() => go(at - 1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Next alert')}
        disabled={at === ids.length - 1}
        onClick={() => go(at + 1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </>
  )
}
