import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { t } from '../languages/messages'
import { tagTypes } from '../records/tag-types'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { dismissPrefix, tagsText } from './dismissals'

/** Dismisses all unknown tags that begin with a text, now and later. */
export function DismissPrefix() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('Dismiss by prefix')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('Dismiss by prefix')}
        centered
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <PrefixForm onDone={close} />
      </Modal>
    </>
  )
}

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
      <Form form={form} label={t('Dismiss')}>
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
