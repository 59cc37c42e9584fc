import { NativeSelect } from '@mantine/core'
import { type ComponentProps, type CSSProperties, useState } from 'react'
import { t } from '../../languages/messages'
import { LabelCanvas } from './label-canvas'

/** In percent of the label that fits. */
const zooms = [100, 200, 400]

/** The label in a size that can be chosen. */
export function ZoomableCanvas(props: ComponentProps<typeof LabelCanvas>) {
  const [zoom, setZoom] = useState('100')
  const style = { '--zoom': Number(zoom) / 100, maxHeight: '66vh', overflow: 'auto' } as CSSProperties
  return (
    <>
      <NativeSelect
        maw={128}
        label={t('Zoom')}
        data={zooms.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
        value={zoom}
        onChange={(event) => setZoom(event.currentTarget.value)}
      />
      <div style={style}>
        <LabelCanvas {...props} />
      </div>
    </>
  )
}
