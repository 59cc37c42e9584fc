import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { counted } from '../ui/values/format'
import { days, rehearsalOf } from './use-rule-rehearsal'
import type { RuleDraft } from './rule-draft'

interface SaveButtonsProps {
  readonly form: { readonly isBusy: boolean; readonly values: RuleDraft }
  /** Whether the stored rule is on. */
  readonly isOn: boolean
  /** Called with whether the rule is to be on, before the form is sent. */
  readonly onChoose: (isOn: boolean) => void
}

/** A rule that would have raised more is switched on only after a question. */
const alertsMany = 50

interface Asked {
  readonly count: number
  readonly form: HTMLFormElement | null
}

/** Save a rule as one that is on, which Enter does as well, or as one that is off. */
export function SaveButtons({ form: { isBusy, values }, isOn, onChoose }: SaveButtonsProps) {
  const [asked, setAsked] = useState<Asked>()
  const [isAsking, setAsking] = useState(false)

  function switchOn(event: MouseEvent<HTMLButtonElement>): void {
    onChoose(true)
    const count = rehearsalOf(values)?.found.alert_count ?? 0
    if (count <= alertsMany) return
    event.preventDefault()
    setAsked({ count, form: event.currentTarget.form })
    setAsking(true)
  }

  return (
    <>
      <Button type="submit" loading={isBusy} onClick={switchOn}>
        {isOn ? t('Save') : t('Save and switch on')}
      </Button>
      <Button type="submit" variant="default" disabled={isBusy} onClick={() => onChoose(false)}>
        {t('Save, switched off')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Switch on a rule with many alerts')}
        label={t('Switch on')}
        onConfirm={async () => asked?.form?.requestSubmit()}
      >
        {t('In the last {days} days it would have raised {count} alerts, about {daily} a day.', {
          days,
          count: counted(asked?.count ?? 0),
          daily: counted(Math.round((asked?.count ?? 0) / days)),
        })}
      </ConfirmDialog>
    </>
  )
}
