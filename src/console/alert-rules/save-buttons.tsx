import { Button } from '@mantine/core'
import { t } from '../languages/messages'

interface SaveButtonsProps {
  readonly form: { readonly isBusy: boolean }
  /** Whether the stored rule is on. */
  readonly isOn: boolean
  /** Called with whether the rule is to be on, before the form is sent. */
  readonly onChoose: (isOn: boolean) => void
}

/** Save a rule as one that is on, which Enter does as well, or as one that is off. */
export const SaveButtons = ({ form: { isBusy }, isOn, onChoose }: SaveButtonsProps) => (
  <>
    <Button type="submit" loading={isBusy} onClick={() => onChoose(true)}>
      {isOn ? t('Save') : t('Save and switch on')}
    </Button>
    <Button type="submit" variant="default" disabled={isBusy} onClick={() => onChoose(false)}>
      {t('Save, switched off')}
    </Button>
  </>
)
