import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Box } from './geometry'

/** Returns the content of an image. */
export type FetchImage = () => Promise<Blob>

interface PlanImageProps {
  readonly hash: string
  readonly fetchImage: FetchImage
  readonly frame: Box
}

/** The largest side that is kept in memory, in pixels: enough for a screen of 4K, however large the image is. */
const sideMax = 3840

/**
 * Draws the image of a plan. It is decoded once, and scaled down to the size of screens, so that a large image takes no
 * more memory than a small one. A canvas needs no permission in the policy of the page, unlike an image from memory.
 */
export function PlanImage({ hash, fetchImage, frame }: PlanImageProps) {
  const { data: bitmap, isError } = useQuery({
    queryKey: ['plan image', hash],
    queryFn: async () => decoded(await fetchImage()),
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  })
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = frame
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !bitmap) return
    const ratio = Math.min(window.devicePixelRatio, sideMax / Math.max(width, height, 1))
    context.canvas.width = Math.round(width * ratio)
    context.canvas.height = Math.round(height * ratio)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height)
  }, [bitmap, width, height])
  if (isError) return <p className="plan-problem">The image can&apos;t be shown. Upload another one.</p>
  return (
    <canvas
      ref={canvas}
      className="plan-image"
      aria-hidden
      style={{ left: frame.x, top: frame.y, width, height }}
      data-ready={bitmap ? '' : undefined}
    />
  )
}

async function decoded(blob: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob)
  const scale = sideMax / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  const smaller = await createImageBitmap(whole, {
    resizeWidth: Math.round(whole.width * scale),
    resizeHeight: Math.round(whole.height * scale),
    resizeQuality: 'high',
  })
  whole.close()
  return smaller
}
