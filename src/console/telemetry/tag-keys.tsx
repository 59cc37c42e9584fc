import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone } from '../ui/notices/toasts'
import { setTagKey } from './use-telemetry'

interface TagKeysProps {
  readonly assetId: number
  readonly tags: readonly Schemas['Tag'][]
  readonly withKey: readonly number[]
}

/** The keys with which encrypted frames of BTHome are read. A key is set and removed, and never shown. */
export function TagKeys({ assetId, tags, withKey }: TagKeysProps) {
  const { may } = useSignedIn()
  const shown = may('manager') ? tags : tags.filter(({ id }) => withKey.includes(id))
  if (shown.length === 0) return null
  return (
    <details className="fold telemetry-keys">
      <summary>{t('Encryption keys of tags')}</summary>
      <Text size="sm" c="dimmed">
        {t(
          'BTHome tags can encrypt their values. The app of the vendor shows the encryption key, also named bind key.',
        )}
      </Text>
      <ul className="plain">
        {shown.map((tag) => (
          <TagKey key={tag.id} assetId={assetId} tag={tag} isSet={withKey.includes(tag.id)} />
        ))}
      </ul>
    </details>
  )
}

interface TagKeyProps {
  readonly assetId: number
  readonly tag: Schemas['Tag']
  readonly isSet: boolean
}

function TagKey({ assetId, tag: { id, value }, isSet }: TagKeyProps) {
  const { may } = useSignedIn()
  const [opened, { open, close }] = useDisclosure(false)
  async function remove(): Promise<void> {
    await setTagKey(assetId, id, null)
    toastDone(t('Encryption key removed'))
  }
  return (
    <li className="telemetry-key">
      <div>
        <Text size="sm" className="telemetry-tag">
          {value}
        </Text>
        <Text size="sm" c="dimmed">
          {isSet ? t('An encryption key is set.') : t('No encryption key')}
        </Text>
      </div>
      {may('manager') && (
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            onClick={open}
            aria-label={
              isSet
                ? t('Replace the encryption key of {value}', { value })
                : t('Set the encryption key of {value}', { value })
            }
          >
            {isSet ? t('Replace') : t('Set encryption key')}
          </Button>
          {isSet && (
            <ConfirmButton
              label={t('Remove')}
              title={t('Remove the encryption key of {value}', { value })}
              confirm={t('Remove encryption key')}
              size="compact-sm"
              onConfirm={remove}
            >
              {t('Encrypted values of this tag can no longer be read. The values so far stay.')}
            </ConfirmButton>
          )}
        </Group>
      )}
      <FormDialog opened={opened} onClose={close} title={t('Encryption key of {value}', { value })}>
        <KeyForm store={(key) => setTagKey(assetId, id, key)} onClose={close} />
      </FormDialog>
    </li>
  )
}

interface KeyFormProps {
  readonly store: (key: string) => Promise<void>
  readonly onClose: () => void
}

function KeyForm({ store, onClose }: KeyFormProps) {
  const form = useApiForm({
    initial: { key: '' },
    isSecret: true,
    // Apps show keys with spaces, colons or dashes.
    submit: ({ key }) => store(key.replaceAll(/[\s:-]/g, '')),
    done() {
      onClose()
      toastDone(t('Encryption key stored'))
    },
  })
  return (
    <Form form={form} label={t('Store encryption key')}>
      <PasswordInput
        label={t('Encryption key')}
        description={t('32 hexadecimal digits. It is stored encrypted and never shown again.')}
        autoComplete="off"
        data-autofocus
        required
        {...form.text('key')}
      />
    </Form>
  )
}
