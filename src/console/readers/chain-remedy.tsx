import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { ConfirmButton } from '../ui/confirm-button'
import { LinkButton } from '../ui/link'
import { toastDone, toastProblem } from '../ui/toasts'
import { causes, type Diagnosis } from './chain-causes'
import type { Format } from './reader-formats'
import { SwitchFormat } from './switch-format'
import { createToken, pathOf, type Reader, readerChanged } from './use-reader'

interface ChainRemedyProps {
  readonly reader: Reader
  readonly diagnosis: Diagnosis
  readonly onToken?: (token: string) => void
  readonly hasSettings?: boolean
}

type Changes = NonNullable<Parameters<typeof patch>[1]>

const patch = (reader: Reader, body: { is_active?: boolean; antennas?: Reader['antennas'] }) =>
  dataOf(api.PATCH('/internal/v1/readers/{reader}', { params: pathOf(reader), body }))

/** The button that removes the cause, or leads to where it can be removed. */
export function ChainRemedy({ reader, diagnosis, onToken, hasSettings = false }: ChainRemedyProps) {
  const { may } = useSignedIn()
  const remedy = diagnosis.cause && causes[diagnosis.cause].remedy?.(diagnosis, reader)
  if (remedy === 'assign')
    return <LinkButton href={`/unknown-tags?reader=${reader.id}`}>{t('Assign unknown tags')}</LinkButton>
  if (!may('admin')) return null
  switch (remedy) {
    case 'switch':
      return (
        <div className="remedies">
          <SwitchFormat reader={reader} format={diagnosis.likely_format as Format} />
          {hasSettings && <ShowPart id="messages" label={t('See the last message')} isQuiet />}
        </div>
      )
    case 'format':
      return <LinkButton href={`/readers/${reader.id}/edit`}>{t('Choose a format')}</LinkButton>
    case 'activate':
      return (
        <ChangeButton
          reader={reader}
          changes={{ is_active: true }}
          done={t('{name} is active', { name: reader.name })}
        >
          {t('Activate')}
        </ChangeButton>
      )
    case 'map':
      return diagnosis.antenna === null ? null : <MapAntenna reader={reader} port={diagnosis.antenna} />
    case 'password':
      return onToken ? <NewPassword reader={reader} onToken={onToken} /> : null
    case 'settings':
      return hasSettings ? (
        <ShowPart id="connection" label={t('Show connection settings')} />
      ) : (
        <LinkButton href={`/readers/${reader.id}`}>{t('Show reader')}</LinkButton>
      )
    default:
      return null
  }
}

interface ShowPartProps {
  /** The id of the title of the part. */
  readonly id: string
  readonly label: string
  readonly isQuiet?: boolean
}

/** Scrolls to a part of the page, which is far below on a phone. */
const ShowPart = ({ id, label, isQuiet = false }: ShowPartProps) => (
  <Button
    variant={isQuiet ? 'subtle' : 'filled'}
    {...(isQuiet && { size: 'compact-sm' })}
    onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
  >
    {label}
  </Button>
)

interface ChangeButtonProps {
  readonly reader: Reader
  readonly changes: Changes
  /** The message when it is done. */
  readonly done: string
  readonly children: string
}

function ChangeButton({ reader, changes, done, children }: ChangeButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function change(): Promise<void> {
    setBusy(true)
    try {
      await patch(reader, changes)
      toastDone(done)
      await readerChanged(reader.id)
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void change()}>
      {children}
    </Button>
  )
}

const NewPassword = ({
  reader,
  onToken,
}: {
  readonly reader: Reader
  readonly onToken: (token: string) => void
}) => (
  <ConfirmButton
    label={t('Create new password')}
    title={t('Create new password for {name}', { name: reader.name })}
    confirm={t('Create new password')}
    onConfirm={async () => onToken(await createToken(reader.id))}
    variant="filled"
  >
    {t(
      'The current password stops working immediately. The reader can connect again after you enter the new password in it.',
    )}
  </ConfirmButton>
)

/** Asks for the location of an antenna and saves it. */
function MapAntenna({ reader, port }: { readonly reader: Reader; readonly port: number }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [locationId, setLocationId] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (locationId === null) return
    setBusy(true)
    try {
      const others = reader.antennas.filter((antenna) => antenna.port !== port)
      const before = reader.antennas.find((antenna) => antenna.port === port)
      const antenna = { rssi_offset_db: 0, min_rssi_dbm: null, ...before, port, location_id: locationId }
      await patch(reader, { antennas: [...others, antenna].toSorted((a, b) => a.port - b.port) })
      toastDone(t('Antenna {port} has a location', { port }))
      close()
      await readerChanged(reader.id)
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button onClick={open}>{t('Map antenna {port}', { port })}</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('Location of antenna {port}', { port })}
        centered
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack>
          <RecordSelect
            kind="location"
            label={t('Location')}
            placeholder={t('Search locations')}
            value={locationId}
            onChange={setLocationId}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button loading={isBusy} disabled={locationId === null} onClick={() => void save()}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
