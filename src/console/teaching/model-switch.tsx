import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { RehearsalResult } from '../ui/forms/rehearsal'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { ClockTime } from '../ui/values/time'
import { type PlaceModel, taughtChanged } from './queries'

/** What decides now, what would decide, and the switch between them. */
export function ModelSwitch({ model: { active, candidate } }: { readonly model: PlaceModel }) {
  const { may } = useSignedIn()
  const [rehearsal, setRehearsal] = useState<Schemas['Rehearsal']>()
  const [isBusy, setBusy] = useState(false)
  if (!active && !candidate) return null

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastProblem(error)
    }
    setBusy(false)
  }
  const compare = () =>
    run(async () => setRehearsal((await dataOf(api.POST('/internal/v1/place-model/rehearsal'))).data))
  const switchOver = (version: number) =>
    run(async () => {
      await dataOf(api.POST('/internal/v1/place-model/activate', { body: { version } }))
      setRehearsal(undefined)
      toastDone(t('What was learned decides from now on'))
      await taughtChanged()
    })
  return (
    <Card withBorder component="section" aria-label={t('What decides')}>
      <Stack gap="sm">
        <Decides active={active} candidate={candidate} />
        {rehearsal && (
          <section aria-label={t('Preview of the last hour')}>
            <RehearsalResult rehearsal={rehearsal} isOutdated={false} />
          </section>
        )}
        {may('manager') && (
          <Group>
            {candidate && (
              <>
                <Button variant="default" loading={isBusy} onClick={() => void compare()}>
                  {t('Compare')}
                </Button>
                <Button disabled={isBusy} onClick={() => void switchOver(candidate.version)}>
                  {t('Switch over')}
                </Button>
              </>
            )}
            {active && <SwitchOff />}
          </Group>
        )}
      </Stack>
    </Card>
  )
}

const Decides = ({ active, candidate }: Pick<PlaceModel, 'active' | 'candidate'>) => (
  <Text>
    {active ? (
      <>
        {t('What was learned decides since')} <ClockTime at={active.activated_at} />.
      </>
    ) : (
      t('The signals of the antennas alone decide.')
    )}{' '}
    {candidate &&
      t(
        '{count, plural, one {A newer state with # sample is ready.} other {A newer state with # samples is ready.}} Nothing is switched yet.',
        { count: candidate.sample_count },
      )}
  </Text>
)

function SwitchOff() {
  async function switchOff(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/place-model'))
    await taughtChanged()
  }
  return (
    <ConfirmButton
      label={t('Switch off')}
      title={t('Switch off what was learned')}
      confirm={t('Switch off')}
      onConfirm={switchOff}
    >
      {t(
        'The signals of the antennas alone decide again. The samples stay, and the history does not change.',
      )}
    </ConfirmButton>
  )
}
