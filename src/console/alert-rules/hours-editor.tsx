import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import { timeZone } from '../languages/zone'
import type { RuleDraft } from './rule-draft'
import { dayName } from './rule-words'

type Hours = RuleDraft['hours']

interface HoursEditorProps {
  readonly hours: Hours
  readonly error: string | undefined
  readonly onChange: (hours: Hours) => void
}

const days = [1, 2, 3, 4, 5, 6, 7]
const weekdays = [1, 2, 3, 4, 5]

const usual = (): NonNullable<Hours> => ({
  time_zone: timeZone(),
  weekly: [{ days: weekdays, from: '06:00', to: '22:00' }],
})

/** When an alert may open: at any time, or on some days between two times. */
export function HoursEditor({ hours, error, onChange }: HoursEditorProps) {
  const [first, ...others] = hours?.weekly ?? []
  const change = (part: Partial<NonNullable<typeof first>>) =>
    hours && first && onChange({ ...hours, weekly: [{ ...first, ...part }, ...others] })
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={t('At what times')}
        value={hours === null ? 'any' : 'some'}
        onChange={(value) => onChange(value === 'any' ? null : usual())}
      >
        <Group gap="md">
          <Radio value="any" label={t('At any time')} />
          <Radio value="some" label={t('On some days')} />
        </Group>
      </Radio.Group>
      {hours && first && (
        <>
          <Checkbox.Group
            aria-label={t('Days')}
            value={first.days.map(String)}
            onChange={(chosen) =>
              chosen.length > 0 && change({ days: chosen.map(Number).toSorted((a, b) => a - b) })
            }
          >
            <Group gap="md">
              {days.map((day) => (
                <Checkbox key={day} value={String(day)} label={dayName(day)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group gap="sm" align="flex-start">
            <TextInput
              type="time"
              label={t('From')}
              value={first.from}
              error={error}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label={t('To')}
              value={first.to === '24:00' ? '00:00' : first.to}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('In the time zone {zone}. An end before the beginning is on the next day.', {
              zone: hours.time_zone,
            })}
          </Text>
        </>
      )}
    </Stack>
  )
}
