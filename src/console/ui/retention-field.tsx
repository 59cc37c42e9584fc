import { Radio, Stack, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

interface RetentionFieldProps {
  readonly label: string
  readonly description?: string
  /** It or them. */
  readonly what: string
  readonly isForEver: boolean
  readonly onChange: (isForEver: boolean) => void
  /** The fewest days, and the props of their input. */
  readonly least: number
  readonly days: ComponentProps<typeof TextInput>
}

/** Chooses between keeping something for ever and for so many days. */
export const RetentionField = ({
  label,
  description,
  what,
  isForEver,
  onChange,
  least,
  days,
}: RetentionFieldProps) => (
  <>
    <Radio.Group
      label={label}
      description={description}
      value={isForEver ? 'ever' : 'days'}
      onChange={(value) => onChange(value === 'ever')}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="ever" label={`Keep ${what} for ever`} />
        <Radio value="days" label={`Forget ${what} after some days`} />
      </Stack>
    </Radio.Group>
    {!isForEver && (
      <TextInput
        label="Days"
        description={least > 1 && `${least} at least`}
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

/** Whether something goes that was kept before; null is for ever. */
export const forgetsMore = (before: number | null, isForEver: boolean, days: number): boolean =>
  !isForEver && days > 0 && (before === null || days < before)
