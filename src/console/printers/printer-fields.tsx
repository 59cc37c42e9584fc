import { Checkbox, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import type { ApiForm } from '../ui/forms/use-api-form'
import type { Printer } from './printer-queries'

type PrinterInputs = {
  readonly name: string
  readonly host: string
  readonly port: number | string
  readonly dpi: string
  readonly has_rfid: boolean
  readonly correction_x: number | string
  readonly correction_y: number | string
}

const usualDpis = [203, 300, 600]

export const noInputs: PrinterInputs = {
  name: '',
  host: '',
  port: 9100,
  dpi: '203',
  has_rfid: false,
  correction_x: 0,
  correction_y: 0,
}

export const inputsOf = ({
  name,
  host,
  port,
  dpi,
  has_rfid,
  correction_x,
  correction_y,
}: Printer): PrinterInputs => ({ name, host, port, dpi: String(dpi), has_rfid, correction_x, correction_y })

export const requestOf = ({
  port,
  dpi,
  correction_x,
  correction_y,
  ...inputs
}: PrinterInputs): Schemas['PrinterInput'] => ({
  ...inputs,
  port: Number(port),
  dpi: Number(dpi),
  correction_x: Number(correction_x),
  correction_y: Number(correction_y),
})

export function PrinterFields({ form }: { readonly form: ApiForm<PrinterInputs> }) {
  const dpi = Number(form.values.dpi)
  const dpis = usualDpis.includes(dpi) ? usualDpis : [...usualDpis, dpi]
  return (
    <>
      <TextInput label={t('Name')} required {...form.text('name')} />
      <TextInput
        label={t('Host')}
        description={t('Host name or IP address of a printer that understands ZPL.')}
        required
        {...form.text('host')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label={t('Port')} required hideControls allowDecimal={false} {...form.choice('port')} />
        <NativeSelect
          label={t('Resolution')}
          data={dpis.map((value) => ({ value: String(value), label: t('{dpi} dpi', { dpi: value }) }))}
          value={form.values.dpi}
          onChange={(event) => form.set('dpi', event.currentTarget.value)}
        />
        <NumberInput
          label={t('Correction to the right (mm)')}
          decimalScale={2}
          step={0.1}
          {...form.choice('correction_x')}
        />
        <NumberInput
          label={t('Correction down (mm)')}
          decimalScale={2}
          step={0.1}
          {...form.choice('correction_y')}
        />
      </SimpleGrid>
      <Checkbox label={t('Writes the chips of RFID labels')} {...form.toggle('has_rfid')} />
    </>
  )
}
