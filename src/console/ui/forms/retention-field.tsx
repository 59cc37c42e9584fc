import { Radio, Stack, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { t } from '../../languages/messages'

interface RetentionFieldProps {
  readonly label: string
  readonly description?: string
  /** The pronoun for what is kept. */
  readonly what: 'it' | 'them'
  readonly isForever: boolean
  readonly onChange: (isForever: boolean) => void
  /** Minimum number of days. */
  readonly least: number
  /** Props of the input for the number of days. */
  readonly days: ComponentProps<typeof TextInput>
}

/** Chooses between keeping data forever and deleting it after a number of days. */
export const RetentionField = ({
  label,
  description,
  what,
  isForever,
  onChange,
  least,
  days,
}: RetentionFieldProps) => (
  <>
    <Radio.Group
      label={label}
      description={description}
      value={isForever ? 'ever' : 'days'}
      onChange={(value) => onChange(value === 'ever')}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="ever" label={what === 'it' ? t('Keep it forever') : t('Keep them forever')} />
        <Radio
          value="days"
          label={
            what === 'it' ? t('Delete it after a number of days') : t('Delete them after a number of days')
          }
        />
      </Stack>
    </Radio.Group>
    {!isForever && (
      <TextInput
        label={t('Days')}
        description={least > 1 && t('At least {least} days', { least })}
        type="number"
        inputMode="numeric"
        min={least}
        required
        maw="12rem"
        {...days}
      />
    )}
  </>
)

/** Returns whether the new retention deletes more than the previous one, in days; null keeps data forever. */
export const deletesMore = (before: number | null, isForever: boolean, days: number): boolean =>
  !isForever && days > 0 && (before === null || days < before)
