import { Alert, Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf, type Schemas } from '../../api/client'
import { messageOf } from '../../api/errors'
import { t } from '../../languages/messages'
import type { ApiForm } from '../../ui/forms/use-api-form'
import { counted, signed } from '../../ui/values/format'
import { antennasOf } from './antenna-fields'
import type { LlrpInputs } from './llrp-inputs'

type Trial = Schemas['LlrpTrial']
type Counts = Trial['antennas'][number]

interface AntennaTrialProps {
  readonly form: ApiForm<LlrpInputs>
  /** The antennas of the reader. */
  readonly count: number
}

const portsTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Returns all antennas of a reader, with the powers of the form. */
function wantedOf({ antennas }: LlrpInputs, count: number) {
  const powers = new Map(antennasOf(antennas, true).map(({ port, power_dbm: power }) => [port, power]))
  return portsTo(count).map((port) => ({ port, power_dbm: powers.get(port) ?? null }))
}

interface Course {
  readonly trial: Trial | null
  readonly problem: string | null
}

const nothing: Course = { trial: null, problem: null }

/** Reads again and again while it is on, each time with the present values of the form. It ends with the first problem. */
function useTrials(form: ApiForm<LlrpInputs>, count: number, isOn: boolean): Course {
  const [course, setCourse] = useState(nothing)
  const values = useRef(form.values)
  useEffect(() => {
    values.current = form.values
  })
  // A reader accepts one client, so a trial begins when the one before has ended.
  const last = useRef(Promise.resolve())
  useEffect(() => {
    if (!isOn) return undefined
    let isEnded = false
    async function run(): Promise<void> {
      while (!isEnded) {
        const { current } = values
        const body = { address: current.address.trim(), antennas: wantedOf(current, count) }
        try {
          const { data } = await dataOf(api.POST('/internal/v1/llrp/trial', { body }))
          setCourse({ trial: data, problem: null })
        } catch (error) {
          if (!isEnded) setCourse({ trial: null, problem: messageOf(error) })
          return
        }
      }
    }
    setCourse(nothing)
    last.current = last.current.then(run)
    return () => {
      isEnded = true
    }
  }, [isOn, count])
  return course
}

/** Shows what each antenna of a reader reads now, and the effect of its power, before the reader is registered. */
export function AntennaTrial({ form, count }: AntennaTrialProps) {
  const [isOn, setOn] = useState(false)
  const { trial, problem } = useTrials(form, count, isOn)
  const isTesting = isOn && problem === null
  return (
    <Stack gap="xs">
      <div>
        <Button variant="default" onClick={() => setOn(!isTesting)} loading={isTesting && !trial}>
          {isTesting ? t('Stop the test') : t('Test antennas')}
        </Button>
      </div>
      <div role="status">
        {problem !== null && (
          <Alert color="red" title={t('The test has ended')}>
            {problem}
          </Alert>
        )}
      </div>
      {isTesting && trial && (
        <>
          <Text size="sm" c="dimmed">
            {t('The reader reads at all antennas. Hold tags in front of them. Nothing is stored.')}
          </Text>
          <TrialTable form={form} trial={trial} />
        </>
      )}
    </Stack>
  )
}

interface TrialTableProps extends Pick<AntennaTrialProps, 'form'> {
  readonly trial: Trial
}

const TrialTable = ({ form, trial }: TrialTableProps) => (
  // Focusable, so that the keys of a keyboard scroll it.
  <section className="antenna-trial" tabIndex={0} aria-label={t('Reads of the antennas')}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Antenna')}</Table.Th>
          <Table.Th scope="col">{t('Power (dBm)')}</Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Tags')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Reads/s')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Median, dBm')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trial.antennas.map((antenna) => (
          <TrialRow key={antenna.port} form={form} antenna={antenna} seconds={trial.seconds} />
        ))}
      </Table.Tbody>
    </Table>
  </section>
)

interface TrialRowProps extends Pick<AntennaTrialProps, 'form'> {
  readonly antenna: Counts
  readonly seconds: number
}

const TrialRow = ({ form, antenna, seconds }: TrialRowProps) => (
  <Table.Tr data-antenna={antenna.port}>
    <Table.Th scope="row">{antenna.port}</Table.Th>
    <Table.Td>
      <PowerInput form={form} port={antenna.port} />
    </Table.Td>
    <Table.Td ta="right">{counted(antenna.tags)}</Table.Td>
    <Table.Td ta="right">{counted(Math.round(antenna.reads / seconds))}</Table.Td>
    <Table.Td ta="right">{antenna.rssi_p50_dbm === null ? '–' : signed(antenna.rssi_p50_dbm)}</Table.Td>
  </Table.Tr>
)

/** The power of an antenna of the form. It is used by the next trial. */
function PowerInput({ form, port }: Pick<AntennaTrialProps, 'form'> & { readonly port: number }) {
  const { antennas } = form.values
  const row = antennas.find((antenna) => antenna.port.trim() === String(port))
  if (!row) return <Text size="sm">{t('As it is')}</Text>
  return (
    <TextInput
      aria-label={t('Power in the test (dBm) of antenna {port}', { port })}
      placeholder="–"
      w="4.5rem"
      value={row.power_dbm}
      onChange={({ currentTarget: { value } }) =>
        form.set(
          'antennas',
          antennas.map((antenna) => (antenna === row ? { ...antenna, power_dbm: value } : antenna)),
        )
      }
    />
  )
}
