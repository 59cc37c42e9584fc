import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { missing } from '../api/errors'
import { t } from '../languages/messages'
import { tagTypes } from '../records/tag-types'
import { FormDialog } from '../ui/forms/form-dialog'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { isSame } from '../ui/forms/use-draft'
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

/** The second click confirms what the first one asks for. */
function PrefixForm({ onDone }: { readonly onDone: () => void }) {
  const [asked, setAsked] = useState<{ tag_type: TagType; prefix: string }>()
  const form = useApiForm({
    initial: { tag_type: 'rfid' as TagType, prefix: '' },
    async submit(values) {
      if (values.prefix === '') throw missing('prefix', t('Enter a prefix'))
      if (isSame(values, asked)) return dismissPrefix(values.prefix, values.tag_type)
      setAsked(values)
      return null
    },
    done: (dismissed) => {
      if (dismissed === null) return
      toastDone(
        dismissed === 0 ? t('Prefix dismissed') : t('{tags} dismissed', { tags: tagsText(dismissed) }),
      )
      onDone()
    },
  })
  const isAsked = isSame(form.values, asked)
  const { prefix } = form.values
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('Unknown tags that begin with this text are deleted, and do not appear again when they are read.')}
      </Text>
      <Form
        form={form}
        label={isAsked ? t('Dismiss all that begin with {prefix}', { prefix }) : t('Dismiss tags')}
      >
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
        {isAsked && (
          <Alert color="red" role="alert">
            {t(
              'All unknown tags that begin with {prefix} are deleted with their history. The history cannot be restored.',
              { prefix },
            )}
          </Alert>
        )}
      </Form>
    </Stack>
  )
}
