import { Button } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { sleep } from '../api/sleep'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/toasts'
import { cameraProblem } from './camera-problem'
import type { CodeReader } from './code-reader'
import { openCodeReader } from './open-code-reader'

interface CameraProps {
  readonly onScan: (values: readonly string[]) => void
}

/** Reads codes with the camera, when browser and connection allow it. */
export function Camera({ onScan }: CameraProps) {
  const [isOn, setOn] = useState(false)
  if (cameraProblem() !== null) return null
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={isOn ? <IconCameraOff aria-hidden /> : <IconCamera aria-hidden />}
        onClick={() => setOn(!isOn)}
      >
        {isOn ? t('Stop camera') : t('Scan with camera')}
      </Button>
      {isOn && <CameraView onScan={onScan} onFailed={() => setOn(false)} />}
    </>
  )
}

interface ViewProps extends CameraProps {
  readonly onFailed: () => void
}

const frameMs = 150
/** A code that stays in view for less than this time is one scan, in milliseconds. */
const repeatMs = 3000

/** The picture of the camera. Reports each code in it. */
export function CameraView({ onScan, onFailed }: ViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const callbacks = useRef({ onScan, onFailed })
  useEffect(() => {
    callbacks.current = { onScan, onFailed }
  })

  useEffect(() => {
    const ending = new AbortController()
    watch(video.current as HTMLVideoElement, openCodeReader(), ending.signal, (values) =>
      callbacks.current.onScan(values),
    ).catch((error: unknown) => {
      if (ending.signal.aborted) return
      toastProblem(error)
      callbacks.current.onFailed()
    })
    return () => ending.abort()
  }, [])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera has no sound
  return <video ref={video} className="camera" muted playsInline aria-label={t('Camera view')} />
}

interface OpenCamera {
  readonly stream: MediaStream
  readonly stop: () => void
}

/** Switches the camera on, until the signal is aborted. */
async function openCamera(signal: AbortSignal): Promise<OpenCamera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return { stream, stop }
}

async function watch(
  video: HTMLVideoElement,
  opening: Promise<CodeReader>,
  signal: AbortSignal,
  found: (values: string[]) => void,
): Promise<void> {
  // Requested while the library is loading.
  const [camera, library] = await Promise.allSettled([openCamera(signal), opening])
  if (camera.status === 'rejected') throw camera.reason
  const { stream, stop } = camera.value
  if (library.status === 'rejected') {
    stop()
    throw library.reason
  }
  const reader = library.value
  if (signal.aborted) return
  video.srcObject = stream
  await video.play()
  const seenAt = new Map<string, number>()
  while (!signal.aborted) {
    const now = Date.now()
    const codes = await reader.detect(video)
    const values = codes.map(({ rawValue }) => rawValue.trim()).filter((value) => value !== '')
    const fresh = values.filter((value) => now - (seenAt.get(value) ?? 0) > repeatMs)
    for (const value of values) seenAt.set(value, now)
    if (fresh.length > 0 && !signal.aborted) found(fresh)
    await sleep(frameMs)
  }
}
