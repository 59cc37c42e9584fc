import { Text, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'

interface ChangeKeyProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly what: 'asset' | 'location'
  readonly externalKey: string
  readonly rename: (body: { external_key: string }) => Promise<unknown>
  readonly done: () => Promise<unknown>
}

/** Changes the external key of an asset or a location, by which other systems refer to it. */
export const ChangeKey = (props: ChangeKeyProps) => (
  <FormDialog opened={props.opened} onClose={props.onClose} title={t('Change key')}>
    <Text size="sm" mb="sm">
      {props.what === 'asset'
        ? t('Integrations find this asset by its key. To change its name, use Edit.')
        : t('Integrations find this location by its key. To change its name, use Edit.')}
    </Text>
    <ChangeKeyForm {...props} />
  </FormDialog>
)

function ChangeKeyForm({ what, externalKey, rename, done, onClose }: Omit<ChangeKeyProps, 'opened'>) {
  const form = useApiForm({
    initial: { external_key: externalKey },
    submit: async (body) => {
      await rename(body)
      return body.external_key
    },
    done: (key) => {
      onClose()
      toastDone(t('The key is now {key}', { key }))
      void done()
    },
  })
  return (
    <Form form={form} label={t('Change key')}>
      <TextInput
        label={t('Key')}
        description={
          what === 'asset'
            ? t('Other systems that use the old key will no longer find this asset.')
            : t('Other systems that use the old key will no longer find this location.')
        }
        data-autofocus
        required
        {...form.text('external_key')}
      />
    </Form>
  )
}
