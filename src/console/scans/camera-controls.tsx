import { ActionIcon, NativeSelect, Slider } from '@mantine/core'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'

/** What phones offer besides the capabilities that the types of TypeScript contain. */
interface Capabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number }
}

interface Applied {
  readonly torch?: boolean
  readonly zoom?: number
}

const apply = (track: MediaStreamTrack, wanted: Applied): Promise<void> =>
  track.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] })

interface CameraControlsProps {
  readonly stream: MediaStream
  readonly onCamera: (deviceId: string) => void
}

/** The light, the zoom and the choice of the camera, as far as the device has them. */
export function CameraControls({ stream, onCamera }: CameraControlsProps) {
  const [track] = stream.getVideoTracks()
  const cameras = useCameras()
  if (!track) return null
  // Some browsers do not know what a camera offers.
  const { torch, zoom }: Capabilities = 'getCapabilities' in track ? track.getCapabilities() : {}
  return (
    <div className="camera-controls">
      {torch && <Light track={track} />}
      {zoom && zoom.max > zoom.min && <Zoom track={track} range={zoom} />}
      {cameras.length > 1 && (
        <NativeSelect
          aria-label={t('Camera')}
          value={track.getSettings().deviceId}
          data={cameras.map(({ deviceId, label }, at) => ({
            value: deviceId,
            label: label === '' ? t('Camera {number}', { number: at + 1 }) : label,
          }))}
          onChange={(event) => onCamera(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

/** Lists the cameras. Their names are known while one of them is on. */
function useCameras(): readonly MediaDeviceInfo[] {
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    navigator.mediaDevices
      .enumerateDevices()
      .then((devices) => setCameras(devices.filter(({ kind }) => kind === 'videoinput')))
      .catch(toastProblem)
  }, [])
  return cameras
}

function Light({ track }: { readonly track: MediaStreamTrack }) {
  const [isLit, setLit] = useState(false)
  async function light(isOn: boolean): Promise<void> {
    await apply(track, { torch: isOn })
    setLit(isOn)
  }
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={t('Light')}
      aria-pressed={isLit}
      onClick={() => void light(!isLit).catch(toastProblem)}
    >
      {isLit ? <IconBulb aria-hidden /> : <IconBulbOff aria-hidden />}
    </ActionIcon>
  )
}

interface ZoomProps {
  readonly track: MediaStreamTrack
  readonly range: NonNullable<Capabilities['zoom']>
}

function Zoom({ track, range: { min, max, step = 0.1 } }: ZoomProps) {
  const [zoom, setZoom] = useState(min)
  function change(next: number): void {
    setZoom(next)
    void apply(track, { zoom: next }).catch(toastProblem)
  }
  return (
    <Slider
      className="camera-zoom"
      thumbLabel={t('Zoom')}
      label={null}
      min={min}
      max={max}
      step={step}
      value={zoom}
      onChange={change}
    />
  )
}
