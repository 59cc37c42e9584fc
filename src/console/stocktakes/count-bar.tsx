import { Progress } from '@mantine/core'

interface CountBarProps {
  readonly found: number
  readonly elsewhere: number
  readonly expected: number
  /** "187 of 243" */
  readonly label: string
  readonly size?: number
}

/** How much of what is expected was counted. */
export const CountBar = ({ found, elsewhere, expected, label, size = 6 }: CountBarProps) => (
  <Progress.Root size={size} role="img" aria-label={label}>
    <Progress.Section value={partOf(found, expected)} color="var(--wa-fresh)" withAria={false} />
    <Progress.Section value={partOf(elsewhere, expected)} color="var(--wa-aging-fill)" withAria={false} />
  </Progress.Root>
)

const partOf = (count: number, all: number): number => (all === 0 ? 0 : (100 * count) / all)
