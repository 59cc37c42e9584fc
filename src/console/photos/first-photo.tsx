import { PhotoImage } from './photo-image'
import { usePhotos } from './use-photos'

interface FirstPhotoProps {
  readonly assetId: number
  readonly className: string
}

/** The first photo of an asset, as decoration: the gallery names and opens it. */
export function FirstPhoto({ assetId, className }: FirstPhotoProps) {
  const { data: photos } = usePhotos(assetId)
  const [first] = photos ?? []
  if (!first) return null
  return (
    <div className={className} aria-hidden>
      <PhotoImage photo={first} size="thumbnail" alt="" />
    </div>
  )
}
