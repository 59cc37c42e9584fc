import { Button } from '@mantine/core'
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { sleep } from '../api/sleep'
import { toastProblem } from '../ui/toasts'
import type { CodeReader } from './code-reader'
import { openCodeReader } from './open-code-reader'

interface CameraProps {
  readonly onScan: (values: readonly string[]) => void
}

/** Why there is no camera here; null where there may be one. */
export function cameraProblem(): string | null {
  if (!window.isSecureContext)
    return (
      'To scan with the camera, open the console over HTTPS or on localhost: browsers give no camera over plain HTTP. ' +
      'Whoever runs the service turns HTTPS on with WHEREABOUTS_TLS.'
    )
  if (!('mediaDevices' in navigator)) return 'This browser gives no camera to pages.'
  return null
}

/** Reads codes by the camera, where browser and connection allow it. */
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
        {isOn ? 'Stop the camera' : 'Scan with the camera'}
      </Button>
      {isOn && <View onScan={onScan} onFailed={() => setOn(false)} />}
    </>
  )
}

interface ViewProps extends CameraProps {
  readonly onFailed: () => void
}

const frameMs = 150
/** A code that stays in view is one scan. */
const sameMs = 3000

function View({ onScan, onFailed }: ViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef({ onScan, onFailed })
  useEffect(() => {
    tell.current = { onScan, onFailed }
  })

  useEffect(() => {
    const ending = new AbortController()
    watch(video.current as HTMLVideoElement, openCodeReader(), ending.signal, (values) =>
      tell.current.onScan(values),
    ).catch((error: unknown) => {
      if (ending.signal.aborted) return
      toastProblem(error)
      tell.current.onFailed()
    })
    return () => ending.abort()
  }, [])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what the camera sees has no words
  return <video ref={video} className="camera" muted playsInline aria-label="What the camera sees" />
}

async function watch(
  video: HTMLVideoElement,
  opening: Promise<CodeReader>,
  signal: AbortSignal,
  found: (values: string[]) => void,
): Promise<void> {
  // Asked for while the library is on its way.
  const asked = navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const [stream, reader] = await Promise.all([asked, opening])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const seenAt = new Map<string, number>()
  while (!signal.aborted) {
    const now = Date.now()
    const codes = await reader.detect(video)
    const values = codes.map(({ rawValue }) => rawValue.trim()).filter((value) => value !== '')
    const fresh = values.filter((value) => now - (seenAt.get(value) ?? 0) > sameMs)
    for (const value of values) seenAt.set(value, now)
    if (fresh.length > 0 && !signal.aborted) found(fresh)
    await sleep(frameMs)
  }
}
