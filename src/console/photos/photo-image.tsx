import { Skeleton, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { type Photo, useImage } from './use-photos'

interface PhotoImageProps {
  readonly photo: Photo
  readonly size: 'image' | 'thumbnail'
  /** Empty when the text next to the image names it. */
  readonly alt: string
}

/** Shows a photo, or that it is loading or cannot be loaded. */
export function PhotoImage({ photo, size, alt }: PhotoImageProps) {
  const { data, error } = useImage(photo, size)
  if (error)
    return (
      <Text size="sm" c="dimmed" p="xs">
        {t('Not available')}
      </Text>
    )
  if (data === undefined) return <Skeleton className="photo-image" />
  return <img className="photo-image" src={data} alt={alt} width={photo.width} height={photo.height} />
}

/** Describes a photo: its own description, otherwise its number. */
export const altOf = ({ description, position }: Photo, of: string): string =>
  description ?? t('Photo {position} of {of}', { position, of })
