import { Alert, Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { components } from '../../api/schema'
import { api, dataOf } from '../../api/client'
import { messageOf } from '../../api/errors'
import { t } from '../../languages/messages'
import type { ApiForm } from '../../ui/forms/use-api-form'
import { newAntenna } from './antenna-fields'
import { AntennaTrial } from './antenna-trial'
import type { LlrpInputs } from './llrp-inputs'

type Found = components['schemas']['DiscoveredReader']

/** Where the service connects to a reader that speaks LLRP, and what is there. */
export function LlrpFields({ form }: { readonly form: ApiForm<LlrpInputs> }) {
  const [all, setFound] = useState<{ readonly at: string; readonly reader: Found } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const address = form.values.address.trim()
  // Another address may have another reader.
  const found = all?.at === address ? all.reader : null

  async function find(): Promise<void> {
    setBusy(true)
    setFound(null)
    setProblem(null)
    try {
      const { data } = await dataOf(api.POST('/internal/v1/llrp/discovery', { body: { address } }))
      setFound({ at: address, reader: data })
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="sm">
      <TextInput
        label={t('Address')}
        description={t('Host name or IP address of the reader, with :port if it is not 5084.')}
        placeholder="192.168.1.20"
        required
        spellCheck={false}
        autoCapitalize="off"
        {...form.text('address')}
      />
      <div>
        <Button variant="default" loading={isBusy} disabled={address === ''} onClick={() => void find()}>
          {t('Find reader')}
        </Button>
      </div>
      <div role="status">
        {problem !== null && (
          <Alert color="red" title={t('No reader found')}>
            {problem}
          </Alert>
        )}
        {found !== null && <FoundReader form={form} found={found} />}
      </div>
      {found !== null && !found.is_held && found.antenna_count !== null && (
        <AntennaTrial form={form} count={found.antenna_count} />
      )}
      <Switch
        label={t('Take over from other programs')}
        description={t('Deletes what another program has set up in the reader.')}
        {...form.toggle('takes_over')}
      />
    </Stack>
  )
}

interface FoundReaderProps {
  readonly form: ApiForm<LlrpInputs>
  readonly found: Found
}

function FoundReader({ form, found }: FoundReaderProps) {
  const { manufacturer, model, firmware, antenna_count: count, powers_dbm: powers, is_held: isHeld } = found
  if (manufacturer === null)
    return (
      <Alert color="yellow" title={t('Used by another client')}>
        {t('Another program is connected to the reader. Disconnect it, or take the reader over.')}
      </Alert>
    )
  const rows = form.values.antennas
  const missing = (count ?? 0) - rows.length
  const addAll = () => {
    const ports = new Set(rows.map(({ port }) => port.trim()))
    const all = Array.from({ length: count ?? 0 }, (_, index) => index + 1)
    const added = all.filter((port) => !ports.has(String(port))).map(newAntenna)
    form.set('antennas', [...rows, ...added])
  }
  return (
    <Alert color={isHeld ? 'yellow' : 'green'} title={`${manufacturer} ${model ?? ''}`}>
      <Text size="sm">
        {t('Firmware {firmware}, {count} antennas, {from} to {to} dBm', {
          firmware: firmware ?? '',
          count: count ?? 0,
          from: Math.min(...(powers ?? [0])),
          to: Math.max(...(powers ?? [0])),
        })}
      </Text>
      {isHeld && <Text size="sm">{t('Another program has set up this reader.')}</Text>}
      {missing > 0 && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={addAll}>
          {t('Add its antennas')}
        </Button>
      )}
    </Alert>
  )
}
