import { Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../languages/messages'
import { Crash } from '../ui/pages/crash'
import { lazily } from '../ui/pages/lazily'
import { Loading } from '../ui/pages/query-states'
import type { TimeChoiceProps } from './time-inputs'

const TimeInputs = lazily(async () => (await import('./time-inputs')).TimeInputs)

/** Chooses the time of a page. In the past, its button says which time that is. */
export function TimeChoice({ range, onChange, isSpan = false }: TimeChoiceProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const label = range.kind === 'now' ? t('Go back in time') : t('Change the time')
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={(opened) => !opened && close()}
        position="bottom-end"
        width="min(26rem, calc(100vw - 1.5rem))"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="default"
            className="time-button"
            aria-label={label}
            leftSection={<IconHistory size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Time')} className="time-dropdown">
          <Crash scope="part">
            <Suspense fallback={<Loading lines={6} />}>
              <TimeInputs {...{ range, onChange, isSpan }} />
            </Suspense>
          </Crash>
        </Popover.Dropdown>
      </Popover>
      {range.kind !== 'now' && !isSpan && (
        <Button variant="filled" onClick={() => onChange({ kind: 'now' })}>
          {t('Back to now')}
        </Button>
      )}
    </>
  )
}
