import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { Time } from '../ui/values/time'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { areUnsaved, FormsOfDialog, type IsDirty, leaving, onceDiscarded } from '../ui/notices/unsaved'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { altOf, PhotoImage } from './photo-image'
import { type Photo, photosChanged } from './use-photos'

interface PhotoDialogProps {
  readonly asset: { readonly id: number; readonly name: string }
  readonly photos: readonly Photo[]
  readonly openId: number
  /** Opens another photo; undefined closes the dialog. */
  readonly onOpen: (id: number | undefined) => void
}

/** Shows one photo in full size. Arrow keys, buttons and swipes lead to the next one. */
export function PhotoDialog({ asset, photos, openId, onOpen }: PhotoDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { may } = useSignedIn()
  const isAsked = useStore(leaving) !== null
  const [forms] = useState(() => new Set<IsDirty>())
  const at = photos.findIndex(({ id }) => id === openId)
  const photo = photos[at]
  if (!photo) return null
  const step = (by: number) => {
    const next = photos[at + by]
    if (next) open(next.id)
  }
  const open = (id?: number) =>
    onceDiscarded(
      () => onOpen(id),
      () => areUnsaved(forms),
    )

  function onKey(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement) return
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }

  return (
    <Modal
      opened
      onClose={open}
      closeOnEscape={!isAsked}
      title={t('Photo {at} of {count}', { at: at + 1, count: photos.length })}
      size="xl"
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('Close') }}
      onKeyDown={onKey}
    >
      <Swipeable onSwipe={step}>
        <PhotoImage photo={photo} size="image" alt={altOf(photo, asset.name)} />
      </Swipeable>
      <Group justify="space-between" my="sm">
        <Text size="sm" c="dimmed" component="div">
          {rich('Added {time}', { time: <Time at={photo.created_at} /> })}
        </Text>
        {photos.length > 1 && <Steps at={at} count={photos.length} onStep={step} />}
      </Group>
      {may('manager') ? (
        <FormsOfDialog value={forms}>
          <EditPhoto
            key={photo.id}
            assetName={asset.name}
            photo={photo}
            onDeleted={() => onOpen(undefined)}
          />
        </FormsOfDialog>
      ) : (
        photo.description !== null && <Text>{photo.description}</Text>
      )}
    </Modal>
  )
}

/** Length of a swipe, in pixels. */
const swipe = 50

interface SwipeableProps {
  /** Called with 1 after a swipe to the left, with -1 after one to the right. */
  readonly onSwipe: (by: number) => void
  readonly children: ReactNode
}

function Swipeable({ onSwipe, children }: SwipeableProps) {
  const touchedAt = useRef<number>(undefined)
  function onTouchEnd(event: TouchEvent): void {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
    if (Math.abs(moved) > swipe) onSwipe(moved < 0 ? 1 : -1)
  }
  return (
    <div
      className="photo-full"
      onTouchStart={(event) => {
        touchedAt.current = event.touches[0]?.clientX
      }}
      onTouchEnd={onTouchEnd}
    >
      {children}
    </div>
  )
}

interface StepsProps {
  readonly at: number
  readonly count: number
  readonly onStep: (by: number) => void
}

const Steps = ({ at, count, onStep }: StepsProps) => (
  <Group gap="xs">
    <Button
      variant="default"
      leftSection={<IconChevronLeft size={18} aria-hidden />}
      disabled={at === 0}
      onClick={() => onStep(-1)}
    >
      {t('Previous')}
    </Button>
    <Button
      variant="default"
      rightSection={<IconChevronRight size={18} aria-hidden />}
      disabled={at === count - 1}
      onClick={() => onStep(1)}
    >
      {t('Next')}
    </Button>
  </Group>
)

interface EditPhotoProps {
  readonly assetName: string
  readonly photo: Photo
  readonly onDeleted: () => void
}

function EditPhoto({ assetName, photo, onDeleted }: EditPhotoProps) {
  const { id, asset_id: assetId, description, position } = photo
  const params = { path: { asset_id: assetId, photo_id: id } }
  const path = '/internal/v1/assets/{asset_id}/photos/{photo_id}'
  const form = useApiForm({
    initial: { description: description ?? '' },
    submit: ({ description: text }) =>
      dataOf(api.PATCH(path, { params, body: { description: text === '' ? null : text } })),
    done() {
      toastDone(t('Saved'))
      void photosChanged(assetId)
    },
  })

  async function makeFirst(): Promise<void> {
    await dataOf(api.PATCH(path, { params, body: { position: 1 } }))
    toastDone(t('This is now the first photo'))
    await photosChanged(assetId)
  }

  async function remove(): Promise<void> {
    await dataOf(api.DELETE(path, { params }))
    toastDone(t('Photo deleted'))
    onDeleted()
    await photosChanged(assetId)
  }

  return (
    <Form
      form={form}
      label={t('Save')}
      aside={
        <>
          {position > 1 && (
            <Button variant="default" onClick={() => void makeFirst().catch(toastProblem)}>
              {t('Make first photo')}
            </Button>
          )}
          <ConfirmButton
            label={t('Delete')}
            title={t('Delete photo {position} of {name}', { position, name: assetName })}
            confirm={t('Delete photo')}
            onConfirm={remove}
          >
            {t("The photo can't be restored.")}
          </ConfirmButton>
        </>
      }
    >
      <TextInput
        label={t('Description')}
        description={t('What the photo shows. Screen readers read it aloud.')}
        {...form.text('description')}
      />
    </Form>
  )
}
