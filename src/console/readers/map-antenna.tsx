import { Button } from '@mantine/core'
import { missing } from '../api/errors'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form } from '../ui/forms/use-api-form'
import { useEditForm } from '../ui/forms/use-edit-form'
import { useLostOpener } from '../ui/notices/use-lost-opener'
import { patchReader, readReader, type Reader, readerChanged } from './use-reader'

interface MapAntennaProps {
  readonly reader: Reader
  readonly port: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for the location of an antenna and saves it. */
export function MapAntenna({ isOpen, onClose, ...form }: MapAntennaProps) {
  const loseOpener = useLostOpener(isOpen)
  return (
    // The same for all antennas: a dialog that is open at its first render does not remember what had the focus.
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      title={t('Location of antenna {port}', { port: form.port })}
    >
      <AntennaForm
        key={form.port}
        {...form}
        onCancel={onClose}
        onSaved={() => {
          loseOpener()
          onClose()
        }}
      />
    </FormDialog>
  )
}

const antennaOf = ({ antennas }: Reader, port: number) => antennas.find((antenna) => antenna.port === port)

/** The request replaces all antennas, so it contains the time of the reader from which it took the others. */
const save = (reader: Reader, port: number, locationId: number) => {
  const others = reader.antennas.filter((antenna) => antenna.port !== port)
  const antenna = {
    rssi_offset_db: 0,
    min_rssi_dbm: null,
    power_dbm: null,
    ...antennaOf(reader, port),
    port,
    location_id: locationId,
  }
  const antennas = [...others, antenna].toSorted((a, b) => a.port - b.port)
  return patchReader(reader, { antennas, updated_at: reader.updated_at })
}

interface AntennaFormProps extends Pick<MapAntennaProps, 'reader' | 'port'> {
  readonly onCancel: () => void
  readonly onSaved: () => void
}

function AntennaForm({ reader, port, onCancel, onSaved }: AntennaFormProps) {
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
    onSaved,
  })
  return (
    <Form
      form={form}
      label={t('Save')}
      aside={
        <Button variant="default" onClick={onCancel}>
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
