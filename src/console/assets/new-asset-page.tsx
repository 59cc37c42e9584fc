import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'
import { moveTag, type NewTag, type OwnedTag, tagsLike } from '../records/same-tags'
import { tagTypes } from '../records/tags-card'
import { TakenTag } from '../records/taken-tag'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { AssetFields, type AssetInputs, changesOf, noAsset } from './asset-fields'

type TagType = NewTag['tag_type']

type Created = Awaited<ReturnType<typeof create>>

const create = (inputs: AssetInputs, tags: readonly NewTag[]) =>
  dataOf(
    api.POST('/api/v1/assets', {
      body: { ...changesOf(inputs, noAsset), name: inputs.name, tags: [...tags] },
    }),
  )

/** The form, and those who already have its tag. */
function useNewAsset() {
  const [, navigate] = useLocation()
  const [taken, setTaken] = useState<readonly OwnedTag[]>([])
  // When the asset was created but moving the tag failed, the next attempt only moves it.
  const createdAsset = useRef<Created>(undefined)

  function show({ data: { id, name } }: Created): void {
    void queryClient.invalidateQueries({ queryKey: ['assets'] })
    toastDone(`${name} created`)
    navigate(`/assets/${id}`, { replace: true })
  }

  const form = useApiForm({
    // `tags` holds the value of the first tag. It is named as the field of the request, so that the form shows errors of it here.
    initial: { ...noAsset, tag_type: 'rfid' as TagType, tags: '' },
    submit: async ({ tag_type, tags: value, ...inputs }) => {
      const others = await tagsLike(value, tag_type)
      setTaken(others)
      return others.length > 0 ? null : create(inputs, value === '' ? [] : [{ tag_type, value }])
    },
    done: (created) => created && show(created),
  })

  /** Creates the asset without the tag, and then moves the tag from its present owners. */
  const createAndMove = () =>
    form.attempt(null, async ({ tag_type, tags: value, ...inputs }) => {
      createdAsset.current ??= await create(inputs, [])
      await moveTag({ tag_type, value }, { asset_id: createdAsset.current.data.id })
      show(createdAsset.current)
    })

  return { form, taken, createAndMove, keepTag: () => setTaken([]) }
}

export function NewAssetPage() {
  const { form, taken, createAndMove, keepTag } = useNewAsset()
  return (
    <div className="narrow">
      <PageHeader title="New asset" back={{ href: '/assets', label: 'Assets' }} />
      <Form
        form={form}
        label="Create"
        aside={
          <LinkButton href="/assets" variant="default" discards>
            Cancel
          </LinkButton>
        }
      >
        <AssetFields form={form}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <NativeSelect
              label="Type"
              data={tagTypes}
              name="tag_type"
              value={form.values.tag_type}
              onChange={(event) => form.set('tag_type', event.currentTarget.value as TagType)}
            />
            <TextInput
              label="Tag"
              description="RFID, Bluetooth or barcode value. You can add more later."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              className="grow"
              autoCapitalize="off"
              spellCheck={false}
              {...form.text('tags')}
            />
          </Group>
        </AssetFields>
        {taken.length > 0 && (
          <TakenTag
            tags={taken}
            value={form.values.tags}
            label="Create and move the tag"
            onMove={createAndMove}
            onCancel={keepTag}
          />
        )}
        <TextInput
          label="Key"
          description="Letters, digits and hyphens. Leave empty to assign one."
          {...form.text('external_key')}
        />
      </Form>
    </div>
  )
}
