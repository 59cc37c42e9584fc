import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'
import { messageOf } from '../api/errors'
import { newId } from '../api/new-id'
import { type AssetField, useFields } from '../fields/use-fields'
import { t } from '../languages/messages'
import { warnOf } from '../records/add-tag'
import { isOf, moveTag, type NewTag, tagsLike, type Taken, takenBy } from '../records/same-tags'
import { tagTypes } from '../records/tag-types'
import { TakenTag } from '../records/taken-tag'
import { LinkButton } from '../ui/pages/link'
import { sentOnce } from '../ui/forms/lost-response'
import { NotFound } from '../ui/pages/query-states'
import { PageHeader } from '../ui/pages/page-header'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { AssetFields, type AssetInputs, changesOf, metadataChangesOf, noAsset } from './asset-fields'

type TagType = NewTag['tag_type']

type NewInputs = AssetInputs & { tag_type: TagType; tags: string }

type Created = Awaited<ReturnType<typeof create>>

/** @param key names the request, which the service carries out only once */
function create(inputs: AssetInputs, fields: readonly AssetField[], tags: readonly NewTag[], key: string) {
  const before = noAsset(fields)
  const { set: metadata } = metadataChangesOf(inputs, before, fields)
  const body = { ...changesOf(inputs, before), name: inputs.name, metadata, tags: [...tags] }
  const params = { header: { 'Idempotency-Key': key } }
  return sentOnce(() => dataOf(api.POST('/api/v1/assets', { params, body })))
}

/** The form, and those who already have its tag. */
function useNewAsset(fields: readonly AssetField[]) {
  const [, navigate] = useLocation()
  const [taken, setTaken] = useState<Taken>()
  const key = useRef('')

  function show({ data: { id, name, tags } }: Created): void {
    void queryClient.invalidateQueries({ queryKey: ['assets'] })
    toastDone(t('{name} created', { name }))
    for (const tag of tags) warnOf(tag)
    navigate(`/assets/${id}`, { replace: true })
  }

  const createWithTag = ({ tag_type, tags: value, ...inputs }: NewInputs): Promise<Created> =>
    create(inputs, fields, value === '' ? [] : [{ tag_type, value }], key.current)

  const form = useApiForm<NewInputs, Created | null>({
    // `tags` holds the value of the first tag. It is named as the field of the request, so that the form shows errors of it here.
    initial: { ...noAsset(fields), tag_type: 'rfid', tags: '' },
    submit: async (inputs) => {
      const { tag_type, tags: value } = inputs
      const others = await tagsLike(value, tag_type)
      setTaken(takenBy({ tag_type, value }, others))
      if (others.length > 0) return null
      key.current = newId()
      return createWithTag(inputs)
    },
    look: createWithTag,
    done: (created) => created && show(created),
  })

  /**
   * Creates the asset without the tag, and then moves the tag from its present owners. When moving it fails, the page of the
   * asset offers to add the tag, so that no second asset is created.
   */
  const createAndMove = ({ tag }: Taken) =>
    form.attempt(null, async (values) => {
      const { tag_type: _, tags: __, ...inputs } = values
      const created = await create(inputs, fields, [], newId())
      await moveTag(tag, { asset_id: created.data.id }).catch((error: unknown) =>
        toastProblem(new Error(t('The tag was not moved: {reason}', { reason: messageOf(error) }))),
      )
      show(created)
    })

  return { form, taken, createAndMove, keepTag: () => setTaken(undefined) }
}

const back = { href: '/assets', label: t('Assets') }

export function NewAssetPage() {
  const { data: fields, error, refetch } = useFields()
  return fields ? <NewAsset fields={fields} /> : <NotFound error={error} onRetry={refetch} back={back} />
}

function NewAsset({ fields }: { readonly fields: readonly AssetField[] }) {
  const { form, taken, createAndMove, keepTag } = useNewAsset(fields)
  return (
    <div className="narrow">
      <PageHeader title={t('New asset')} back={back} />
      <Form
        form={form}
        label={t('Create')}
        aside={
          <LinkButton href="/assets" variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <AssetFields form={form} fields={fields}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <NativeSelect
              label={t('Type')}
              data={tagTypes}
              name="tag_type"
              value={form.values.tag_type}
              onChange={(event) => form.set('tag_type', event.currentTarget.value as TagType)}
            />
            <TextInput
              label={t('Tag')}
              description={t('RFID, Bluetooth or barcode value. You can add more later.')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              className="grow"
              autoCapitalize="off"
              spellCheck={false}
              {...form.text('tags')}
            />
          </Group>
        </AssetFields>
        {taken && isOf(taken, { tag_type: form.values.tag_type, value: form.values.tags }) && (
          <TakenTag
            taken={taken}
            label={t('Create and move the tag')}
            onMove={() => createAndMove(taken)}
            onCancel={keepTag}
          />
        )}
        <TextInput
          label={t('Key')}
          description={t('Letters, digits and hyphens. If you leave this empty, the service assigns a key.')}
          {...form.text('external_key')}
        />
      </Form>
    </div>
  )
}
