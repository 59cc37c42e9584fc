import { Alert, Button, FileButton, Group, Text, UnstyledButton } from '@mantine/core'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { messageOf } from '../api/errors'
import { fileBody } from '../api/file-body'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { Failed } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { PhotoDialog } from './photo-dialog'
import { altOf, PhotoImage } from './photo-image'
import { photosChanged, usePhotos } from './use-photos'

/** Maximum number of photos of an asset. */
const photosMax = 10

interface PhotoGalleryProps {
  readonly asset: { readonly id: number; readonly name: string }
}

/** The photos of an asset. Nothing is shown to users who cannot add the first one. */
export function PhotoGallery({ asset }: PhotoGalleryProps) {
  const { may } = useSignedIn()
  const { data: photos, error, refetch } = usePhotos(asset.id)
  const [openId, setOpenId] = useState<number>()
  const isManager = may('manager')
  if (!error && (!photos || (photos.length === 0 && !isManager))) return null
  return (
    <Section id="photos" title={t('Photos')}>
      {error && <Failed error={error} onRetry={refetch} />}
      {photos && photos.length > 0 && (
        <ul className="photos" aria-label={t('Photos')}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <UnstyledButton className="photo" onClick={() => setOpenId(photo.id)}>
                <PhotoImage photo={photo} size="thumbnail" alt={altOf(photo, asset.name)} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {photos && isManager && <AddPhotos assetId={asset.id} count={photos.length} />}
      {photos && openId !== undefined && (
        <PhotoDialog asset={asset} photos={photos} openId={openId} onOpen={setOpenId} />
      )}
    </Section>
  )
}

interface AddPhotosProps {
  readonly assetId: number
  readonly count: number
}

/** Uploads photos one after another. Those before an error remain. */
function useUpload(assetId: number) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [added, setAdded] = useState(0)

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    setAdded(0)
    const params = { path: { asset_id: assetId } }
    for (const file of files) {
      try {
        await dataOf(api.POST('/internal/v1/assets/{asset_id}/photos', { params, ...fileBody(file) }))
        setAdded((count) => count + 1)
      } catch (error) {
        setProblem(t('{name}: {problem}', { name: file.name, problem: messageOf(error) }))
        break
      }
    }
    setBusy(false)
    await photosChanged(assetId)
  }

  return { isBusy, problem, added, add }
}

/** Adds photos from the camera of a phone or from files. */
function AddPhotos({ assetId, count }: AddPhotosProps) {
  const { isBusy, problem, added, add } = useUpload(assetId)
  if (count >= photosMax)
    return (
      <Text size="sm" c="dimmed">
        {t('An asset can have {max} photos. Delete one to add another.', { max: photosMax })}
      </Text>
    )
  const shared = { variant: 'default', loading: isBusy }
  return (
    <>
      <Group gap="xs">
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && void add([file])}>
          {(button) => (
            <Button
              {...button}
              {...shared}
              className="take-photo"
              leftSection={<IconCamera size={18} aria-hidden />}
            >
              {t('Take photo')}
            </Button>
          )}
        </FileButton>
        <FileButton accept="image/jpeg,image/png,image/webp" multiple onChange={(files) => void add(files)}>
          {(button) => (
            <Button {...button} {...shared} leftSection={<IconPhotoPlus size={18} aria-hidden />}>
              {t('Add photos')}
            </Button>
          )}
        </FileButton>
      </Group>
      {count === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t(
            'Up to {max} photos: JPEG, PNG or WebP, up to 10 MB each. They are scaled down to 2048 pixels.',
            { max: photosMax },
          )}
        </Text>
      )}
      {/* A toast would cover the buttons of the dialog on a phone. */}
      <Text size="sm" c="dimmed" mt={4} role="status">
        {added > 0 && t('{count, plural, one {Photo added} other {# photos added}}', { count: added })}
      </Text>
      {problem !== undefined && (
        <Alert color="red" role="alert" mt="xs">
          {problem}
        </Alert>
      )}
    </>
  )
}
