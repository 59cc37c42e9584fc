import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { quoted } from '../ui/values/format'
import { useKeys } from '../ui/keys'
import { rich } from '../languages/rich'
import { toastProblem } from '../ui/notices/toasts'
import { Section } from '../ui/pages/section'
import { ClockTime } from '../ui/values/time'
import { acknowledge, release } from '../alerts/alert-acts'
import type { AlertDetails } from '../alerts/alert-queries'

/** Who has the alert, with the note for the others, and the one button. */
export function AlertOwner({ alert }: { readonly alert: AlertDetails }) {
  const { may } = useSignedIn()
  const { acknowledged_by: owner, acknowledged_at: since, note, snoozed_until: until } = alert
  return (
    <Section id="who" title={t('Acknowledged by')}>
      <Stack gap="sm">
        {since === null ? (
          <Text>{t('Not acknowledged yet')}</Text>
        ) : (
          <Text>
            {rich('{name}, since {time}', {
              name: <b>{owner?.name ?? t('A former member')}</b>,
              time: <ClockTime at={since} />,
            })}
          </Text>
        )}
        {note !== null && <Text c="dimmed">{quoted(note)}</Text>}
        {until !== null && Date.parse(until) > serviceNow() && (
          <Text size="sm" c="dimmed">
            {rich('Snoozed until {time}', { time: <ClockTime at={until} /> })}
          </Text>
        )}
        {may('operator') ? (
          <Take alert={alert} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('Operators acknowledge alerts.')}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

/** Takes the alert, with a note, or gives it back. Key: A. */
function Take({ alert }: { readonly alert: AlertDetails }) {
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isFree = alert.acknowledged_at === null

  async function run(work: Promise<void>): Promise<void> {
    setBusy(true)
    await work.catch(toastProblem)
    setBusy(false)
  }
  const take = () => void run(acknowledge([alert], note.trim()))
  useKeys([['a', () => isFree && !isBusy && take()]])

  if (!isFree)
    return (
      <Button variant="default" loading={isBusy} onClick={() => void run(release([alert]))}>
        {t('Give back')}
      </Button>
    )
  return (
    <>
      <Textarea
        aria-label={t('Note for the others')}
        placeholder={t('Note for the others')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button className="alert-take" loading={isBusy} onClick={take}>
        {t('Acknowledge')}
      </Button>
    </>
  )
}
