import { ActionIcon, Popover, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { t } from '../../languages/messages'
import { rich } from '../../languages/rich'
import { type Freshness, freshnessTexts } from './format'

const freshnesses: readonly Freshness[] = ['fresh', 'aging', 'stale']

/** A button that explains the marks and their limits. */
export function FreshnessHelp() {
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      width={290}
      withArrow
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size={28}
          aria-label={t('What the marks mean')}
          onClick={toggle}
          // The popover itself closes only while it has the focus.
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <IconHelp size={18} />
        </ActionIcon>
      </Popover.Target>
      <Marks />
    </Popover>
  )
}

const Marks = () => (
  <Popover.Dropdown aria-label={t('What the marks mean')}>
    <ul className="plain freshness-help">
      <li>
        <span className="state-dot" data-state="moved" aria-hidden />
        <Text size="sm">
          {rich('{mark}: arrived within the last minute', { mark: <b>{t('Just moved')}</b> })}
        </Text>
      </li>
      {freshnesses.map((freshness) => (
        <li key={freshness}>
          <span className="state-mark" data-state={freshness} aria-hidden />
          <Text size="sm">
            <b>{freshnessTexts[freshness].label}</b>: {freshnessTexts[freshness].limit}
          </Text>
        </li>
      ))}
      <li>
        <span className="state-dot" data-state="problem" aria-hidden />
        <Text size="sm">
          {rich('{mark}: the reader is silent, so the location may be out of date', {
            mark: <b>{t('Needs attention')}</b>,
          })}
        </Text>
      </li>
    </ul>
  </Popover.Dropdown>
)
