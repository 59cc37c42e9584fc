import { Button, Modal } from '@mantine/core'
import { missing } from '../api/errors'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { Form } from '../ui/use-api-form'
import { useEditForm } from '../ui/use-edit-form'
import { patchReader, readReader, type Reader, readerChanged } from './use-reader'

interface MapAntennaProps {
  readonly reader: Reader
  readonly port: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for the location of an antenna and saves it. */
export const MapAntenna = ({ isOpen, ...form }: MapAntennaProps) => (
  <Modal
    opened={isOpen}
    onClose={form.onClose}
    title={t('Location of antenna {port}', { port: form.port })}
    centered
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <AntennaForm {...form} />
  </Modal>
)

const antennaOf = ({ antennas }: Reader, port: number) => antennas.find((antenna) => antenna.port === port)

/** The request replaces all antennas, so it contains the time of the reader from which it took the others. */
const save = (reader: Reader, port: number, locationId: number) => {
  const others = reader.antennas.filter((antenna) => antenna.port !== port)
  const antenna = {
    rssi_offset_db: 0,
    min_rssi_dbm: null,
    ...antennaOf(reader, port),
    port,
    location_id: locationId,
  }
  const antennas = [...others, antenna].toSorted((a, b) => a.port - b.port)
  return patchReader(reader, { antennas, updated_at: reader.updated_at })
}

function AntennaForm({ reader, port, onClose }: Omit<MapAntennaProps, 'isOpen'>) {
  const { form, conflict } = useEditForm<Reader, { location_id: number | null }>({
    row: reader,
    inputsOf: (row) => ({ location_id: antennaOf(row, port)?.location_id ?? null }),
    labels: { location_id: t('Location') },
    async save({ location_id: locationId }, row) {
      if (locationId === null) throw missing('location_id', t('Choose a location.'))
      await save(row, port, locationId)
    },
    reload: () => readReader(reader.id),
    changed: () => readerChanged(reader.id),
    onSaved: onClose,
  })
  return (
    <Form
      form={form}
      label={t('Save')}
      aside={
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      }
    >
      {conflict}
      <RecordSelect
        kind="location"
        label={t('Location')}
        placeholder={t('Search locations')}
        {...form.choice('location_id')}
        onChange={(id) => form.set('location_id', id)}
      />
    </Form>
  )
}
