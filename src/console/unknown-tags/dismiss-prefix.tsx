import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { tagTypes } from '../records/tags-card'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { dismissPrefix, tagsText } from './dismissals'

/** Dismisses all unknown tags that begin with a text, now and later. */
export function DismissPrefix() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Dismiss by prefix
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Dismiss by prefix"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
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
      toastDone(dismissed === 0 ? 'Prefix dismissed' : `${tagsText(dismissed)} dismissed`)
      onDone()
    },
  })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Unknown tags that begin with this text are deleted, and do not appear again when they are read.
      </Text>
      <Form form={form} label="Dismiss">
        <NativeSelect
          label="Type"
          data={tagTypes}
          name="tag_type"
          value={form.values.tag_type}
          onChange={(event) => form.set('tag_type', event.currentTarget.value as TagType)}
        />
        <TextInput
          label="Begins with"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          {...form.text('prefix')}
        />
      </Form>
    </Stack>
  )
}
