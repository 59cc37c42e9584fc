import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import { tagTypes } from '../records/tag-types'
import { FormDialog } from '../ui/form-dialog'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { dismissPrefix, tagsText } from './dismissals'

interface DismissPrefixProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Dismisses all unknown tags that begin with a text, now and later. */
export const DismissPrefix = ({ opened, onClose }: DismissPrefixProps) => (
  <FormDialog opened={opened} onClose={onClose} title={t('Dismiss by prefix')}>
    <PrefixForm onDone={onClose} />
  </FormDialog>
)

type TagType = (typeof tagTypes)[number]['value']

function PrefixForm({ onDone }: { readonly onDone: () => void }) {
  const form = useApiForm({
    initial: { tag_type: 'rfid' as TagType, prefix: '' },
    submit: ({ tag_type, prefix }) => dismissPrefix(prefix, tag_type),
    done: (dismissed) => {
      toastDone(
        dismissed === 0 ? t('Prefix dismissed') : t('{tags} dismissed', { tags: tagsText(dismissed) }),
      )
      onDone()
    },
  })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('Unknown tags that begin with this text are deleted, and do not appear again when they are read.')}
      </Text>
      <Form form={form} label={t('Dismiss tags')}>
        <NativeSelect
          label={t('Type')}
          data={tagTypes}
          name="tag_type"
          value={form.values.tag_type}
          onChange={(event) => form.set('tag_type', event.currentTarget.value as TagType)}
        />
        <TextInput
          label={t('Begins with')}
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          {...form.text('prefix')}
        />
      </Form>
    </Stack>
  )
}
