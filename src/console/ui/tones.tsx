import { Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { t } from '../languages/messages'

/** Whether tones sound on this device. The vibration stays. */
export const useTones = () =>
  useLocalStorage({ key: 'whereabouts.scan-sound', defaultValue: true, getInitialValueInEffect: false })

interface ToneSwitchProps {
  readonly isAudible: boolean
  readonly onChange: (isAudible: boolean) => void
}

export const ToneSwitch = ({ isAudible, onChange }: ToneSwitchProps) => (
  <Switch
    size="md"
    label={t('Tones')}
    description={t('The vibration stays.')}
    checked={isAudible}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
