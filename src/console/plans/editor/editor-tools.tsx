import { Button, Group, SegmentedControl, Stack, Switch } from '@mantine/core'
import type { TreeLocation } from '../../api/location-tree'
import { t } from '../../languages/messages'
import { PathSelect } from '../../ui/lists/path-select'
import type { Tool } from './use-pointer'
import type { Drawing } from './use-drawing'

interface ToolsProps {
  readonly tool: Tool
  readonly onTool: (tool: Tool) => void
  readonly drawing: Drawing
  readonly isSnapping: boolean
  readonly onSnapping: (isSnapping: boolean) => void
}

/** The tools of the plan editor. */
export function Tools({ tool, onTool, drawing, isSnapping, onSnapping }: ToolsProps) {
  const { undrawn, next, setDrawing, addRectangle, history } = drawing
  return (
    <Group align="end" gap="sm">
      <SegmentedControl
        aria-label={t('Tool')}
        value={tool}
        onChange={(value) => onTool(value as Tool)}
        data={[
          { value: 'select', label: t('Select') },
          { value: 'rectangle', label: t('Rectangle') },
          { value: 'polygon', label: t('Polygon') },
        ]}
      />
      <LocationChoice label={t('Draw')} locations={undrawn} value={next?.id ?? null} onChange={setDrawing} />
      <Button variant="default" disabled={!next} onClick={addRectangle}>
        {t('Add rectangle')}
      </Button>
      <Button.Group>
        <Button variant="default" disabled={!history.canUndo} onClick={history.undo}>
          {t('Undo')}
        </Button>
        <Button variant="default" disabled={!history.canRedo} onClick={history.redo}>
          {t('Redo')}
        </Button>
      </Button.Group>
      <Switch
        label={t('Snap to grid and edges')}
        checked={isSnapping}
        onChange={({ currentTarget }) => onSnapping(currentTarget.checked)}
      />
    </Group>
  )
}

export function hintOf(tool: Tool, next: TreeLocation | null): string {
  if (!next) return t('Every sub-location is on the plan. Select an area to move it or its corners.')
  if (tool === 'rectangle') return t('Drag on the plan to draw {name}.', { name: next.name })
  if (tool === 'polygon')
    return t('Click the corners of {name}, and the first corner again to finish.', { name: next.name })
  return t('Select an area to move it or its corners.')
}

interface LocationChoiceProps {
  readonly label: string
  readonly locations: readonly TreeLocation[]
  readonly value: number | null
  readonly onChange: (id: number) => void
}

const offered = 100

const LocationChoice = ({ label, locations, value, onChange }: LocationChoiceProps) => (
  <PathSelect
    label={label}
    className="plan-choice"
    limit={offered}
    data={locations.map(({ id, path }) => ({ value: String(id), label: path }))}
    value={value === null ? null : String(value)}
    onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
    nothingFoundMessage={t('No locations found')}
  />
)

interface SelectedAreaProps {
  readonly selected: number
  readonly drawing: Drawing
}

export const SelectedArea = ({ selected, drawing }: SelectedAreaProps) => (
  <Stack gap="xs" data-selected-area={selected}>
    <Group align="end" gap="sm">
      <LocationChoice
        label={t('Selected area')}
        locations={drawing.choices}
        value={selected}
        onChange={(id) => drawing.assign(selected, id)}
      />
      <Button variant="default" disabled={!drawing.next} onClick={drawing.duplicate}>
        {t('Duplicate for the next location')}
      </Button>
      <Button variant="default" onClick={() => drawing.remove(selected)}>
        {t('Delete area')}
      </Button>
    </Group>
  </Stack>
)
