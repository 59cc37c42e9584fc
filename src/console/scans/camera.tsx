import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { sleep } from '../api/sleep'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { CameraControls } from './camera-controls'
import { cameraProblem } from './camera-problem'
import { openCodeReader } from './open-code-reader'

/** Turns the camera on, when browser and connection allow it. */
export function CameraButton({ onClick }: { readonly onClick: () => void }) {
  if (cameraProblem() !== null) return null
  return (
    <Button variant="default" size="md" leftSection={<IconCamera aria-hidden />} onClick={onClick}>
      {t('Scan with camera')}
    </Button>
  )
}

interface ScannerProps {
  readonly onScan: (values: readonly string[]) => void
  readonly onStop: () => void
}

/** The camera while it is on: its picture with a frame, and its controls. */
export function CameraScanner({ onScan, onStop }: ScannerProps) {
  const [stream, setStream] = useState<MediaStream>()
  const [deviceId, setDeviceId] = useState<string>()
  return (
    <section className="scanner" aria-label={t('Camera')}>
      <CameraView key={deviceId} deviceId={deviceId} onScan={onScan} onFailed={onStop} onStream={setStream} />
      <div className="scanner-frame" aria-hidden />
      <ActionIcon
        className="scanner-stop"
        variant="default"
        size={44}
        aria-label={t('Stop camera')}
        onClick={onStop}
      >
        <IconCameraOff aria-hidden />
      </ActionIcon>
      {stream && <CameraControls key={stream.id} stream={stream} onCamera={setDeviceId} />}
    </section>
  )
}

interface ViewProps {
  readonly onScan: (values: readonly string[]) => void
  readonly onFailed: () => void
  readonly onStream?: (stream: MediaStream) => void
  /** The camera; without it, that on the back of the device. */
  readonly deviceId?: string | undefined
}

const frameMs = 150
/** A code that stays in view for less than this time is one scan, in milliseconds. */
const repeatMs = 3000

/** The picture of the camera. Reports each code in it. */
export function CameraView({ onScan, onFailed, onStream, deviceId }: ViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const callbacks = useRef({ onScan, onStream, onFailed })
  useEffect(() => {
    callbacks.current = { onScan, onStream, onFailed }
  })

  useEffect(() => {
    const ending = new AbortController()
    const opening = openCamera(deviceId, ending.signal)
    // A failure is reported below.
    opening.then(({ stream }) => callbacks.current.onStream?.(stream)).catch(() => undefined)
    watch(video.current as HTMLVideoElement, opening, ending.signal, (values) =>
      callbacks.current.onScan(values),
    ).catch((error: unknown) => {
      if (ending.signal.aborted) return
      toastProblem(error)
      callbacks.current.onFailed()
    })
    return () => ending.abort()
  }, [deviceId])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera has no sound
  return <video ref={video} className="camera" muted playsInline aria-label={t('Camera view')} />
}

interface OpenCamera {
  readonly stream: MediaStream
  readonly stop: () => void
}

/** Switches the camera on, until the signal is aborted. */
async function openCamera(deviceId: string | undefined, signal: AbortSignal): Promise<OpenCamera> {
  const video = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } }
  const stream = await navigator.mediaDevices.getUserMedia({ video })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return { stream, stop }
}

async function watch(
  video: HTMLVideoElement,
  opening: Promise<OpenCamera>,
  signal: AbortSignal,
  found: (values: string[]) => void,
): Promise<void> {
  // Requested while the library is loading.
  const [camera, library] = await Promise.allSettled([opening, openCodeReader()])
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
