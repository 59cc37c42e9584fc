import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mayPass, messageOf } from '../api/errors'
import { t } from '../languages/messages'
import type { Box } from './shapes/geometry'
import { type FetchImage, retryMs } from './plan-query'

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
  const { data: bitmap, error } = useQuery({
    queryKey: ['plan image', hash],
    queryFn: async () => decoded(await fetchImage()),
    staleTime: Infinity,
    gcTime: 60_000,
    refetchInterval: ({ state }) => (state.error !== null && isRetried(state.error) ? retryMs : false),
    structuralSharing: false,
  })
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = frame
  const isWide = width > height
  // Drawn again only when it is twice as large, because zooming changes the size many times a second.
  const sharp = 2 ** Math.ceil(Math.log2(Math.max(1, width, height) * window.devicePixelRatio))
  const side = Math.min(sharp, sideMax)
  const [drawnWidth, drawnHeight] = isWide
    ? [side, Math.round((side * height) / width)]
    : [Math.round((side * width) / height), side]
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !bitmap) return
    context.canvas.width = drawnWidth
    context.canvas.height = drawnHeight
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, drawnWidth, drawnHeight)
  }, [bitmap, drawnWidth, drawnHeight])
  if (error && !bitmap) return <p className="plan-problem">{sentenceOf(error)}</p>
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

/** Whether the browser can't decode the image, which loading it again does not change. */
const isUndecodable = (error: Error): boolean => error instanceof DOMException

const isRetried = (error: Error): boolean => !isUndecodable(error) && mayPass(error)

function sentenceOf(error: Error): string {
  if (isUndecodable(error)) return t("The image can't be shown. Upload another one.")
  return isRetried(error) ? t("The image couldn't be loaded. Retrying…") : messageOf(error)
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
