import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { invalid } from '../api/errors'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { Failed, Loading } from '../ui/pages/query-states'
import { type Chosen, type Counter, pathOf, type Prefix, prefixesChanged, prefixesKey } from './prefix-query'

interface Props {
  readonly prefix: Prefix
  /** Undefined while the dialog is closed. */
  readonly chosen: Chosen | undefined
  readonly onClose: () => void
}

/** Raises the next serial of a kind, and confirms it after a restore or a copy. */
export const NextSerialDialog = ({ prefix, chosen, onClose }: Props) => (
  <FormDialog
    opened={chosen !== undefined}
    onClose={onClose}
    title={t('Next serial of prefix {prefix}', { prefix: prefix.prefix })}
  >
    {chosen === 'any' && <SerialForm prefix={prefix} onClose={onClose} counter={undefined} />}
    {chosen && chosen !== 'any' && <OfCounter prefix={prefix} counter={chosen} onClose={onClose} />}
  </FormDialog>
)

interface FormProps {
  readonly prefix: Prefix
  readonly counter: Counter | undefined
  readonly onClose: () => void
}

/** Loads the proposal, which lists do not contain. */
function OfCounter(props: FormProps & { readonly counter: Counter }) {
  const { prefix, counter } = props
  const { data, error, refetch } = useQuery({
    queryKey: [...prefixesKey, prefix.id],
    queryFn: () => dataOf(api.GET('/internal/v1/gs1-prefixes/{gs1_prefix}', { params: pathOf(prefix) })),
    gcTime: 0,
  })
  if (error) return <Failed error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const present = data.data.counters.find(
    ({ scheme, reference }) => scheme === counter.scheme && reference === counter.reference,
  )
  return <SerialForm {...props} counter={present ?? counter} />
}

const schemes = ['giai', 'grai', 'sgtin', 'sscc'] as const
const withReference: readonly string[] = ['grai', 'sgtin']

function SerialForm({ prefix, counter, onClose }: FormProps) {
  const proposed = counter?.proposed_serial ?? null
  const form = useApiForm({
    initial: {
      scheme: counter?.scheme ?? ('giai' as string),
      reference: counter?.reference ?? '',
      next_serial: String(proposed ?? counter?.next_serial ?? ''),
    },
    submit: ({ scheme, reference, next_serial: serial }) => {
      if (!/^\d{1,15}$/.test(serial.trim())) throw invalid('next_serial', t('Type a whole number.'))
      const body = {
        scheme: scheme as Counter['scheme'],
        next_serial: Number(serial),
        ...(withReference.includes(scheme) && { reference: reference.trim() }),
      }
      return dataOf(
        api.PATCH('/internal/v1/gs1-prefixes/{gs1_prefix}/counters', { params: pathOf(prefix), body }),
      )
    },
    done() {
      toastDone(t('The next serial is set'))
      void prefixesChanged()
      onClose()
    },
  })
  return (
    <Form form={form} label={counter?.needs_confirmation ? t('Confirm') : t('Save')}>
      <NativeSelect
        label={t('Kind')}
        data={schemes.map((value) => ({ value, label: value.toUpperCase() }))}
        disabled={counter !== undefined}
        value={form.values.scheme}
        onChange={(event) => form.set('scheme', event.currentTarget.value)}
      />
      {withReference.includes(form.values.scheme) && (
        <TextInput
          label={form.values.scheme === 'grai' ? t('Asset type') : t('Item reference, indicator first')}
          inputMode="numeric"
          disabled={counter !== undefined}
          required
          {...form.text('reference')}
        />
      )}
      <TextInput label={t('Next serial')} inputMode="numeric" required {...form.text('next_serial')} />
      <Text size="sm" c="dimmed">
        {proposed === null
          ? t('It can only be raised.')
          : t(
              'Proposed: 10,000 above the highest known number. Raise it if more may have been issued since the backup.',
            )}
      </Text>
    </Form>
  )
}
