import { Input, SegmentedControl } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'

type Sensitivity = Schemas['OrganizationDetails']['sensitivity']

const sensitivities: { value: Sensitivity; label: string }[] = [
  { value: 'calm', label: t('Calm') },
  { value: 'normal', label: t('Normal') },
  { value: 'quick', label: t('Quick') },
]

/** What each sensitivity does, as a sentence. */
export const sensitivityEffects: Readonly<Record<Sensitivity, string>> = {
  calm: t('Calm: fewer false moves, but an asset is shown at its new location later.'),
  normal: t('Normal: a balance that suits most sites.'),
  quick: t('Quick: an asset is shown at its new location sooner, but there are more false moves.'),
}

interface SensitivityFieldProps {
  readonly value: Sensitivity
  readonly error: string | undefined
  readonly onChange: (value: Sensitivity) => void
}

/** Selects how soon assets move, with the effect of the selected value. */
export const SensitivityField = ({ value, error, onChange }: SensitivityFieldProps) => (
  <Input.Wrapper
    label={t('Sensitivity of locations')}
    labelElement="div"
    description={t('How soon reads at another location move an asset there. {effect}', {
      effect: sensitivityEffects[value],
    })}
    error={error}
  >
    <SegmentedControl
      fullWidth
      mt="xs"
      aria-label={t('Sensitivity of locations')}
      data={sensitivities}
      value={value}
      onChange={onChange}
    />
  </Input.Wrapper>
)
