import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FieldProblem } from '../../api/errors'
import { withOwnMark, withPoint } from '../../fields/decimal-mark'
import { t } from '../../languages/messages'
import { RecordSelect } from '../../records/record-select'
import type { Reader } from '../use-reader'

/** The inputs of one row of the form. */
export interface AntennaInputs {
  readonly port: string
  readonly location_id: number | null
  readonly rssi_offset_db: string
  /** Empty when there is no minimum. */
  readonly min_rssi_dbm: string
  /** Empty for the power that the reader has. */
  readonly power_dbm: string
}

export const newAntenna = (port: number): AntennaInputs => ({
  port: String(port),
  location_id: null,
  rssi_offset_db: '0',
  min_rssi_dbm: '',
  power_dbm: '',
})

export const antennaInputsOf = (antennas: Reader['antennas']): readonly AntennaInputs[] =>
  antennas.map(({ port, location_id, rssi_offset_db, min_rssi_dbm, power_dbm }) => ({
    port: String(port),
    location_id,
    rssi_offset_db: withOwnMark(String(rssi_offset_db)),
    min_rssi_dbm: min_rssi_dbm === null ? '' : withOwnMark(String(min_rssi_dbm)),
    power_dbm: power_dbm === null ? '' : withOwnMark(String(power_dbm)),
  }))

/** Returns the antennas of the request. A missing port or location is sent as null, which the service rejects. */
export const antennasOf = (rows: readonly AntennaInputs[], hasPower = false): Reader['antennas'] =>
  rows.map(({ port, location_id, rssi_offset_db, min_rssi_dbm, power_dbm }) => ({
    port: port.trim() === '' ? null : Number(port),
    location_id,
    rssi_offset_db: numberOf(rssi_offset_db) ?? 0,
    min_rssi_dbm: numberOf(min_rssi_dbm),
    ...(hasPower && { power_dbm: numberOf(power_dbm) }),
  })) as Reader['antennas']

/** Returns null without text. Text that is not a number is sent as it is, and the service rejects it. */
function numberOf(text: string): number | string | null {
  if (text.trim() === '') return null
  const number = Number(withPoint(text))
  return Number.isFinite(number) ? number : text
}

interface AntennaFieldsProps {
  readonly value: readonly AntennaInputs[]
  readonly onChange: (rows: readonly AntennaInputs[]) => void
  readonly problems: readonly FieldProblem[]
  /** Whether the location of the first antenna is a field of its own above. */
  readonly hasLocationAbove?: boolean
  /** Whether the service sets the power of the antennas. */
  readonly hasPower?: boolean
}

/** Assigns a location to each antenna, and adjusts its RSSI. */
export function AntennaFields({ value, onChange, problems, ...parts }: AntennaFieldsProps) {
  const { hasLocationAbove = false, hasPower = false } = parts
  const change = (at: number, row: Partial<AntennaInputs>) =>
    onChange(value.map((before, index) => (index === at ? { ...before, ...row } : before)))
  const nextPort = 1 + Math.max(0, ...value.map(({ port }) => Number(port) || 0))
  return (
    <Input.Wrapper
      label={t('Antennas')}
      labelElement="div"
      description={t(
        'Reads from an antenna without a location are counted but not stored. The RSSI offset is added to each read. Reads weaker than the minimum RSSI are ignored.',
      )}
      error={problems.find((problem) => !isOfInput(problem))?.message}
    >
      <Stack mt="xs">
        {value.map((row, at) => (
          // Rows have no id, so their index is the key.
          <AntennaRow
            key={at}
            row={row}
            number={at + 1}
            hasLocationAbove={hasLocationAbove && at === 0}
            hasPower={hasPower}
            errors={errorsOf(value, at, problems)}
            onChange={(changes) => change(at, changes)}
            onRemove={() => onChange(value.filter((_, index) => index !== at))}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...value, newAntenna(nextPort)])}
          >
            {t('Add antenna')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}

interface AntennaRowProps {
  readonly row: AntennaInputs
  /** Rows count from one. */
  readonly number: number
  readonly hasLocationAbove: boolean
  readonly hasPower: boolean
  readonly errors: ReturnType<typeof errorsOf>
  readonly onChange: (changes: Partial<AntennaInputs>) => void
  readonly onRemove: () => void
}

const AntennaRow = ({
  row,
  number,
  hasLocationAbove,
  hasPower,
  errors,
  onChange,
  onRemove,
}: AntennaRowProps) => (
  <Group gap="xs" align="flex-start">
    <Group gap="xs" align="flex-start" flex="1 1 20rem">
      <TextInput
        label={t('Port')}
        aria-label={t('Port of antenna {number}', { number })}
        inputMode="numeric"
        w="5rem"
        value={row.port}
        error={errors.port}
        onChange={(event) => onChange({ port: event.currentTarget.value })}
      />
      {hasLocationAbove ? (
        <Text size="sm" className="antenna-location" pt="2rem">
          {t('The location is the one above.')}
        </Text>
      ) : (
        <div className="antenna-location">
          <RecordSelect
            kind="location"
            label={t('Location of antenna {port}', { port: row.port })}
            placeholder={t('Search locations')}
            value={row.location_id}
            error={errors.location_id}
            onChange={(id) => onChange({ location_id: id })}
          />
        </div>
      )}
    </Group>
    <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 20rem">
      <LevelInputs row={row} hasPower={hasPower} errors={errors} onChange={onChange} />
      <ActionIcon
        variant="default"
        size={36}
        style={{ alignSelf: 'flex-end' }}
        aria-label={t('Remove antenna {port}', { port: row.port })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  </Group>
)

type LevelInputsProps = Pick<AntennaRowProps, 'row' | 'hasPower' | 'errors' | 'onChange'>

const LevelInputs = ({ row, hasPower, errors, onChange }: LevelInputsProps) => (
  <>
    <TextInput
      className="grow"
      label={t('RSSI offset (dB)')}
      aria-label={t('RSSI offset (dB) of antenna {port}', { port: row.port })}
      value={row.rssi_offset_db}
      error={errors.rssi_offset_db}
      onChange={(event) => onChange({ rssi_offset_db: event.currentTarget.value })}
    />
    <TextInput
      className="grow"
      label={t('Min. RSSI (dBm)')}
      aria-label={t('Min. RSSI (dBm) of antenna {port}', { port: row.port })}
      placeholder={t('None')}
      value={row.min_rssi_dbm}
      error={errors.min_rssi_dbm}
      onChange={(event) => onChange({ min_rssi_dbm: event.currentTarget.value })}
    />
    {hasPower && (
      <TextInput
        className="grow"
        label={t('Power (dBm)')}
        aria-label={t('Power (dBm) of antenna {port}', { port: row.port })}
        placeholder={t('As it is')}
        value={row.power_dbm}
        error={errors.power_dbm}
        onChange={(event) => onChange({ power_dbm: event.currentTarget.value })}
      />
    )}
  </>
)

const inputNames: readonly string[] = ['port', 'location_id', 'rssi_offset_db', 'min_rssi_dbm', 'power_dbm']

/** Whether an error is shown at an input of a row. */
const isOfInput = ({ field }: FieldProblem): boolean =>
  inputNames.includes(/^antennas\[\d+\]\.(\w+)$/.exec(field)?.[1] ?? '')

/** Returns the messages of the inputs of a row. */
function errorsOf(
  rows: readonly AntennaInputs[],
  at: number,
  problems: readonly FieldProblem[],
): Readonly<Record<keyof AntennaInputs, string | undefined>> {
  const messageOf = (name: keyof AntennaInputs): string | undefined =>
    problems.find(({ field }) => field === `antennas[${at}].${name}`)?.message
  const { port = '', location_id: locationId } = rows[at] ?? {}
  const ask = (isEmpty: boolean, message: string | undefined, request: string) =>
    message !== undefined && isEmpty ? request : message
  return {
    port: isRepeated(rows, at)
      ? t('Port {port} is used twice.', { port: port.trim() })
      : ask(port.trim() === '', messageOf('port'), t('Enter a port.')),
    location_id: ask(locationId === null, messageOf('location_id'), t('Choose a location.')),
    rssi_offset_db: messageOf('rssi_offset_db'),
    min_rssi_dbm: messageOf('min_rssi_dbm'),
    power_dbm: messageOf('power_dbm'),
  }
}

/** Returns the message about the location of a row. */
export const locationProblem = (
  rows: readonly AntennaInputs[],
  at: number,
  problems: readonly FieldProblem[],
): string | undefined => errorsOf(rows, at, problems).location_id

/** Whether a row above has the same port. */
function isRepeated(rows: readonly AntennaInputs[], at: number): boolean {
  const port = rows[at]?.port.trim() ?? ''
  return port !== '' && rows.findIndex((row) => row.port.trim() === port) < at
}
