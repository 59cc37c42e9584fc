import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { RecordSelect } from '../records/record-select'
import type { Reader } from './use-reader'

/** The inputs of one row of the form. */
export interface AntennaInputs {
  readonly port: string
  readonly location_id: number | null
}

export const antennaInputsOf = (antennas: Reader['antennas']): readonly AntennaInputs[] =>
  antennas.map(({ port, location_id }) => ({ port: String(port), location_id }))

/** Returns the antennas of the request. A missing port or location is sent as null, which the service rejects. */
export const antennasOf = (rows: readonly AntennaInputs[]): Reader['antennas'] =>
  rows.map(({ port, location_id }) => ({
    port: port.trim() === '' ? null : Number(port),
    location_id,
  })) as Reader['antennas']

interface AntennaFieldsProps {
  readonly value: readonly AntennaInputs[]
  readonly onChange: (rows: readonly AntennaInputs[]) => void
  readonly error: string | undefined
}

/** Assigns a location to each antenna. */
export function AntennaFields({ value, onChange, error }: AntennaFieldsProps) {
  const change = (at: number, row: Partial<AntennaInputs>) =>
    onChange(value.map((before, index) => (index === at ? { ...before, ...row } : before)))
  const nextPort = 1 + Math.max(0, ...value.map(({ port }) => Number(port) || 0))
  return (
    <Input.Wrapper
      label="Antennas"
      labelElement="div"
      description="Reads from an antenna without a location are counted but not stored."
      error={error && rowMessageOf(error)}
    >
      <Stack gap="xs" mt="xs">
        {value.map((row, at) => (
          // Rows have no id, so their index is the key.
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label="Port"
              aria-label={`Port of antenna ${at + 1}`}
              inputMode="numeric"
              w="5rem"
              value={row.port}
              onChange={(event) => change(at, { port: event.currentTarget.value })}
            />
            <div className="grow">
              <RecordSelect
                kind="location"
                label={`Location of antenna ${row.port}`}
                placeholder="Search locations"
                value={row.location_id}
                onChange={(id) => change(at, { location_id: id })}
              />
            </div>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove antenna ${row.port}`}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...value, { port: String(nextPort), location_id: null }])}
          >
            Add antenna
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}

/** Names the row that a message of the service is about. Rows count from one, and the service counts from zero. */
const rowMessageOf = (message: string): string =>
  message.replace(/antennas\[(\d+)\]\.(?:location_id|port)/, (path, index: string) => {
    const what = path.endsWith('port') ? 'The port' : 'The location'
    return `${what} in row ${Number(index) + 1}`
  })
