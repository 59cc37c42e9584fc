import { Group, Loader, NativeSelect, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { api, dataOf } from '../api/client'
import { type ApiError, invalid, messageOf } from '../api/errors'
import { t } from '../languages/messages'
import { toastDone, toastProblem, toastWarning } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { doubtOf } from './doubtful-tags'
import {
  isOf,
  isOwnedBy,
  moveTag,
  type NewTag,
  type OwnedTag,
  type TagOwner,
  tagsLike,
  type Taken,
} from './same-tags'
import { tagTypes } from './tag-types'
import { TakenTag } from './taken-tag'

export interface AddTagProps {
  readonly firstType: NewTag['tag_type']
  readonly owner: TagOwner
  readonly attach: (tag: NewTag) => Promise<unknown>
}

/** Adds a tag. Says when others have the tag, even in another spelling, because reads would move only one of them. */
export function AddTag(props: AddTagProps) {
  const { form, enter, field, taken, setTaken } = useAddedTags(props)

  function close(): void {
    setTaken(undefined)
    // The button that had the focus disappears.
    field.current?.focus()
  }

  return (
    <>
      {/* While its button is disabled, Enter would not send a form. */}
      <Form form={{ ...form, isBusy: false, onSubmit: enter }} label={t('Add tag')} isSecondary>
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <NativeSelect
            label={t('Type')}
            data={tagTypes}
            name="tag_type"
            value={form.values.tag_type}
            onChange={(event) => form.set('tag_type', event.currentTarget.value)}
          />
          <TextInput
            ref={field}
            label={t('New tag')}
            className="grow"
            rightSection={form.isBusy && <Loader size="xs" />}
            {...form.text('value')}
          />
        </Group>
      </Form>
      {taken && isOf(taken, form.values) && (
        <TakenTag
          taken={taken}
          label={t('Move it here')}
          onMove={async () => {
            await moveTag(taken.tag, props.owner)
            form.clear('value')
            close()
            toastDone(t('Tag moved'))
          }}
          onCancel={close}
        />
      )}
    </>
  )
}

/** The form, and the tags that were entered and are not sent yet. A scanner enters the next one during a request. */
function useAddedTags({ firstType, owner, attach }: AddTagProps) {
  const [taken, setTaken] = useState<Taken>()
  const field = useRef<HTMLInputElement>(null)
  const waiting = useRef<NewTag[]>([])
  const form = useApiForm<{ tag_type: string; value: string }, null>({
    initial: { tag_type: firstType, value: '' },
    submit: addWaiting,
    done() {},
  })

  function enter(event: SubmitEvent<HTMLFormElement>): void {
    waiting.current.push(form.values as NewTag)
    form.clear('value')
    form.onSubmit(event)
  }

  /** Returns null, because the form does not contain the tags any more. Throws the error of the tag in the field. */
  async function addWaiting(): Promise<null> {
    const refusals = await addAll(waiting.current, owner, attach)
    const [first, ...others] = refusals
    if (!first) return null
    // The field contains what was typed meanwhile.
    const isFree = field.current?.value === ''
    for (const refusal of isFree ? others : refusals) toastProblem(new Error(sentenceOf(refusal)))
    if (!isFree) return null
    form.set('tag_type', first.tag.tag_type)
    form.set('value', first.tag.value)
    if ('error' in first) throw first.error
    setTaken(first)
    return null
  }

  return { form, enter, field, taken, setTaken }
}

/** A tag that was not added: others have it, or the request failed. */
type Refusal = Taken | { readonly tag: NewTag; readonly error: unknown }

/** Adds the tags in turn, including those that are appended meanwhile, and returns those that were not added. */
async function addAll(waiting: NewTag[], owner: TagOwner, attach: AddTagProps['attach']): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  for (let tag = waiting.shift(); tag; tag = waiting.shift()) {
    const refusal = await add(tag, owner, attach)
    if (refusal) refusals.push(refusal)
    else toastDone(t('Tag added'))
  }
  return refusals
}

/** Adds a tag, unless it is on a record already. */
async function add(
  sent: NewTag,
  owner: TagOwner,
  attach: AddTagProps['attach'],
): Promise<Refusal | undefined> {
  let tag = sent
  try {
    tag = await withoutSeparators(sent)
    const same = await tagsLike(tag.value, tag.tag_type)
    const others = same.filter((one) => !isOwnedBy(one, owner))
    if (others.length > 0) return { tag, others }
    const [own] = same
    if (own) throw alreadyHere(own)
    await attach(tag)
    warnOf(tag)
    return undefined
  } catch (error) {
    return { tag, error }
  }
}

/** The separator of a GS1 code, which the value of a tag must not contain. */
const separator = '\u001d'

/** Returns the tag with the value that the service stores for a code with separators. */
async function withoutSeparators(tag: NewTag): Promise<NewTag> {
  if (!tag.value.includes(separator)) return tag
  const { data } = await dataOf(api.POST('/internal/v1/codes/parse', { body: { values: [tag.value] } }))
  return { ...tag, value: data[0]?.tag_value ?? tag.value }
}

/** Says when a tag that was added may never match. */
export function warnOf(tag: NewTag): void {
  const doubt = doubtOf(tag)
  if (doubt !== undefined) toastWarning(t('Tag {value} may never match', { value: tag.value }), doubt)
}

const sentenceOf = (refusal: Refusal): string =>
  t('{value} was not added: {reason}', {
    value: refusal.tag.value,
    reason:
      'error' in refusal
        ? messageOf(refusal.error)
        : t('Already on {owners}', {
            owners: refusal.others.map(({ owner_name: name }) => name).join(', '),
          }),
  })

/** An error at the field, in the form of the service's errors. */
const alreadyHere = ({ value }: OwnedTag): ApiError =>
  invalid('value', t('Already added as {value}', { value }))
