import { Button, Group, Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { correct, leastOf, lineOn, mostOf, removeCorrection, useScale } from './correction'
import { LengthField } from './length-field'

interface LineProps {
  /** Length, in millimeters. */
  readonly length: number
  readonly scale?: number
}

const ends = 3

/** A line with marks at its ends and each 10 mm. */
export const Line = ({ length, scale = 1 }: LineProps) => (
  <svg
    className="label-line"
    role="img"
    aria-label={t('Line of {length} mm', { length })}
    viewBox={`-0.2 0 ${length + 0.4} ${ends}`}
    width={`${(length + 0.4) * scale}mm`}
    height={`${ends * scale}mm`}
  >
    <path
      d={`M0 0V${ends}H${length}V0${Array.from({ length: length / 10 - 1 }, (_, at) => `M${(at + 1) * 10} ${ends}V1.5`).join('')}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={0.3}
    />
  </svg>
)

/** The correction of the printer of this browser. */
export function MeasuringLine({ width }: { readonly width: number }) {
  const scale = useScale()
  const line = lineOn(width)
  return (
    <Group gap="md" align="center">
      <Line length={line} />
      <Text size="sm" c="dimmed" flex="1 1 14rem">
        {t(
          'Print one, lay a ruler on this line. If it is not {line} mm, type what you measure and every label is corrected.',
          { line },
        )}
      </Text>
      <div style={{ width: '8rem' }}>
        <LengthField
          key={scale}
          label={t('Measured')}
          value={line}
          least={leastOf(line)}
          most={mostOf(line)}
          isCommitted
          onChange={(measured) => correct({ line, measured })}
        />
      </div>
      {scale !== 1 && (
        <Group gap="xs">
          <Text size="sm">
            {t('This browser prints all lengths times {factor}.', { factor: scale.toFixed(4) })}
          </Text>
          <Button variant="default" size="compact-sm" onClick={removeCorrection}>
            {t('Remove the correction')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
