import { Card, Group, Pill, Stack, Text, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { RecordSelect, recordQuery } from '../records/record-select'
import { isOnControl, useKeys } from '../ui/keys'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { taughtChanged } from './queries'

const seconds = 60

/** Starts a sample with assets, and with a tag that need not belong to one. Key: Space starts. */
export function NewSample({ locationId }: { readonly locationId: number }) {
  const form = useApiForm({
    initial: { asset_ids: [] as readonly number[], tags: '' },
    submit: ({ asset_ids: assetIds, tags: value }) => {
      const tag = value.trim()
      const body = {
        location_id: locationId,
        seconds,
        asset_ids: [...assetIds],
        tags: tag === '' ? [] : [{ tag_type: 'ble' as const, value: tag }],
      }
      return dataOf(api.POST('/internal/v1/place-samples', { body }))
    },
    done: () => void taughtChanged(),
  })
  const card = useRef<HTMLDivElement>(null)
  useKeys([['space', (event) => !isOnControl(event) && card.current?.querySelector('form')?.requestSubmit()]])
  const choice = form.choice('asset_ids')
  const chosen = choice.value
  const add = (id: number | null) => {
    if (id !== null && !chosen.includes(id)) choice.onChange([...chosen, id])
  }
  return (
    <Card withBorder component="section" ref={card} aria-label={t('Learn here')}>
      <Form form={form} label={t('Start, {seconds} s', { seconds })}>
        <Text size="sm">
          {t(
            'Three to five tags at different points are best. They must stand still for a minute. Nothing changes until you switch over.',
          )}
        </Text>
        <Stack gap="xs">
          <RecordSelect
            key={chosen.length}
            kind="asset"
            label={t('Assets that stand here')}
            placeholder={t('Add an asset')}
            error={choice.error}
            value={null}
            onChange={add}
          />
          <Chosen ids={chosen} onRemove={(id) => choice.onChange(chosen.filter((one) => one !== id))} />
        </Stack>
        <TextInput
          label={t('Or a BLE tag without an asset')}
          description={t('Its value, as the unknown tags show it')}
          {...form.text('tags')}
        />
      </Form>
    </Card>
  )
}

interface ChosenProps {
  readonly ids: readonly number[]
  readonly onRemove: (id: number) => void
}

function Chosen({ ids, onRemove }: ChosenProps) {
  const names = useQueries({ queries: ids.map((id) => recordQuery('asset', id)) })
  if (ids.length === 0) return null
  return (
    <Group gap="xs">
      {ids.map((id, index) => {
        const name = names[index]?.data?.name ?? '…'
        return (
          <Pill
            key={id}
            size="lg"
            withRemoveButton
            onRemove={() => onRemove(id)}
            removeButtonProps={{
              'aria-label': t('Remove {name}', { name }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {name}
          </Pill>
        )
      })}
    </Group>
  )
}
