import { Select, Textarea, TextInput } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import type { ApiForm } from '../ui/forms/use-api-form'
import type { Output } from './use-output'

export const kindNames: Readonly<Record<Output['kind'], string>> = {
  shelly: t('Shelly'),
  http: t('HTTP'),
  mqtt: t('MQTT'),
}

type OutputInputs = {
  readonly name: string
  readonly kind: Output['kind']
  readonly url: string
  readonly topic: string
  readonly body_on: string
  readonly body_off: string
}

const shelly = (isOn: boolean): string =>
  JSON.stringify({ id: 1, method: 'Switch.Set', params: { id: 0, on: isOn } })

export const noInputs: OutputInputs = {
  name: '',
  kind: 'shelly',
  url: '',
  topic: '',
  body_on: shelly(true),
  body_off: shelly(false),
}

export const inputsOf = ({ name, kind, url, topic, body_on, body_off }: Output): OutputInputs => ({
  name,
  kind,
  url: url ?? '',
  topic: topic ?? '',
  body_on,
  body_off,
})

export const requestOf = ({ url, topic, ...inputs }: OutputInputs): Schemas['AlertOutputInput'] => ({
  ...inputs,
  url: inputs.kind === 'mqtt' || url === '' ? null : url,
  topic: inputs.kind === 'mqtt' && topic !== '' ? topic : null,
})

export function OutputFields({ form }: { readonly form: ApiForm<OutputInputs> }) {
  const kind = form.choice('kind')
  function choose(next: Output['kind']): void {
    form.set('kind', next)
    form.set('body_on', next === 'shelly' ? shelly(true) : 'on')
    form.set('body_off', next === 'shelly' ? shelly(false) : 'off')
  }
  return (
    <>
      <TextInput label={t('Name')} required {...form.text('name')} />
      <Select
        label={t('Kind')}
        allowDeselect={false}
        data={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
        {...kind}
        onChange={(chosen) => choose((chosen ?? 'shelly') as Output['kind'])}
      />
      {form.values.kind === 'mqtt' ? (
        <TextInput
          label={t('Topic')}
          description={t(
            'Of the external broker. Without one, the topic begins with the short name of the organization and /outputs/.',
          )}
          required
          {...form.text('topic')}
        />
      ) : (
        <TextInput
          label={t('URL')}
          description={
            form.values.kind === 'shelly'
              ? t('Address of the device. It needs the second generation or later.')
              : t('Each message is sent to this address with HTTP POST.')
          }
          placeholder="http://192.168.1.20"
          type="url"
          required
          {...form.text('url')}
        />
      )}
      <Textarea label={t('Sent when an alert opens')} autosize {...form.text('body_on')} />
      <Textarea label={t('Sent when its last alert closes')} autosize {...form.text('body_off')} />
    </>
  )
}
