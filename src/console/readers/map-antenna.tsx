import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { toastDone, toastProblem } from '../ui/toasts'
import { patchReader, type Reader, readerChanged } from './use-reader'

interface MapAntennaProps {
  readonly reader: Reader
  readonly port: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for the location of an antenna and saves it. */
export function MapAntenna({ reader, port, isOpen, onClose }: MapAntennaProps) {
  const [locationId, setLocationId] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (locationId === null) return
    setBusy(true)
    try {
      const others = reader.antennas.filter((antenna) => antenna.port !== port)
      const before = reader.antennas.find((antenna) => antenna.port === port)
      const antenna = { rssi_offset_db: 0, min_rssi_dbm: null, ...before, port, location_id: locationId }
      await patchReader(reader, { antennas: [...others, antenna].toSorted((a, b) => a.port - b.port) })
      toastDone(t('Antenna {port} has a location', { port }))
      onClose()
      await readerChanged(reader.id)
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
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
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button loading={isBusy} disabled={locationId === null} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
