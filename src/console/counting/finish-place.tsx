import { Button } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { t } from '../languages/messages'
import type { CountPlace } from '../scans/count-scan'
import { toastDone } from '../ui/notices/toasts'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { counted } from '../ui/values/format'
import type { CountSession } from './count-session'
import { actions } from '../stocktakes/stocktake-queries'

interface FinishPlaceProps {
  readonly id: number
  readonly place: CountPlace
  readonly session: CountSession
  readonly isBlind: boolean
}

/** Says that everything at a location was counted. */
export function FinishPlace({ id, place, session, isBlind }: FinishPlaceProps) {
  const { name } = place
  const { found, expected } = session.progress(place.id)
  const title = t('Finish {name}', { name })
  const [opened, { open, close }] = useDisclosure(false)
  // The field for scans has the focus, so the key also does it there.
  useHotkeys([['F2', open]], [])
  return (
    <>
      <Button variant="default" size="md" onClick={open}>
        {title}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        label={title}
        onConfirm={async () => {
          await actions.finish(id, place.id)
          toastDone(t('{name} is finished', { name }))
        }}
      >
        {isBlind || found >= expected
          ? t('Everything at {name} was counted.', { name })
          : t('{missing} of {expected} were not scanned at {name}.', {
              missing: counted(expected - found),
              expected: counted(expected),
              name,
            })}
      </ConfirmDialog>
    </>
  )
}
