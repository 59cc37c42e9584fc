import {
  Box,
  Checkbox,
  Group,
  type RenderTreeNodePayload,
  Text,
  Tree,
  type TreeNodeData,
  useTree,
} from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { type Locations, pathTo, subtreeOf, type TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { assetsText, counted } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { StateBadge } from '../ui/values/state-badge'
import { toastProblem } from '../ui/notices/toasts'
import type { Selection } from '../ui/lists/use-selection'
import { moveWithUndo } from './move-location'
import { expandAll, type ExpandedLocations } from './use-expanded-locations'

interface LocationTreeProps {
  readonly locations: Locations
  /** The locations that match the search; undefined for all. */
  readonly matches: readonly TreeLocation[] | undefined
  readonly open: ExpandedLocations
  readonly selection: Selection
}

/**
 * Arrow keys move through the tree, Enter opens a location, and the space bar selects it. Dragging a location onto another
 * moves it there.
 */
export function LocationTree({ locations, matches, open, selection }: LocationTreeProps) {
  const { may } = useSignedIn()
  const shown = useMemo(() => matches && new Set(matches.flatMap(pathTo).map(({ id }) => id)), [matches])
  const matching = useMemo(() => matches && new Set(matches), [matches])
  const drag = useDrag(may('manager') && shown === undefined && locations.all.length > 1)
  const data = useMemo(() => nodesOf(locations.roots, shown), [locations, shown])
  const tree = useTree({
    expandedState: shown ? expandAll(locations) : open.state,
    onExpandedStateChange: (state) => !shown && open.set(state),
  })

  const follow = useKeys(locations, matching, selection)

  return (
    <div className="location-tree">
      {drag.isAllowed && (
        <Box
          className="location-root"
          visibleFrom="sm"
          data-waiting={drag.isUnder || undefined}
          data-over={drag.over === null || undefined}
          {...drag.onto(null)}
        >
          {drag.isUnder ? t('Drop here to move it to the top level') : t('Drag to move a location')}
        </Box>
      )}
      <Tree
        data={data}
        tree={tree}
        aria-label={t('Locations')}
        allowRangeSelection={false}
        expandOnSpace={false}
        onKeyDown={follow}
        renderNode={(node) => {
          const location = locations.byId.get(Number(node.node.value))
          if (!location) return null
          const isSelectable = matching?.has(location) ?? true
          return (
            <Row
              location={location}
              node={node}
              drag={drag}
              selection={isSelectable ? selection : undefined}
            />
          )
        }}
      />
    </div>
  )
}

/**
 * Opens or selects the focused location. Tab stops at the tree as a whole, so the links in it are for pointers and screen
 * readers.
 */
function useKeys(
  locations: Locations,
  selectable: ReadonlySet<TreeLocation> | undefined,
  selection: Selection,
): (event: KeyboardEvent) => void {
  const [, navigate] = useLocation()
  return (event) => {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]')
    const location = item === event.target ? locations.byId.get(Number(item.dataset['value'])) : undefined
    if (!location) return
    if (event.key === 'Enter') navigate(`/locations/${location.id}`)
    if (event.key !== ' ' || selectable?.has(location) === false) return
    event.preventDefault()
    selection.toggle(location.id)
  }
}

const nodesOf = (
  locations: readonly TreeLocation[],
  shown: ReadonlySet<number> | undefined,
): TreeNodeData[] =>
  locations
    .filter(({ id }) => shown === undefined || shown.has(id))
    .map(({ id, name, children }) => ({
      value: String(id),
      label: name,
      children: nodesOf(children, shown),
    }))

interface RowProps {
  readonly location: TreeLocation
  readonly node: RenderTreeNodePayload
  readonly drag: Drag
  /** Undefined for a location that is shown only because it contains a match. */
  readonly selection: Selection | undefined
}

const Row = ({ location, node: { elementProps, expanded, hasChildren }, drag, selection }: RowProps) => (
  <div
    {...elementProps}
    className={`${elementProps.className} location-row`}
    data-over={drag.over === location.id || undefined}
    {...drag.from(location)}
    {...drag.onto(location)}
  >
    <IconChevronRight
      size={20}
      aria-hidden
      className="location-chevron"
      data-open={expanded || undefined}
      data-leaf={!hasChildren || undefined}
    />
    {selection && (
      <Checkbox
        aria-label={t('Select {name}', { name: location.name })}
        // The keyboard selects with the space bar, because Tab stops at the tree as a whole.
        tabIndex={-1}
        checked={selection.has(location.id)}
        onChange={() => selection.toggle(location.id)}
        onClick={(event) => event.stopPropagation()}
      />
    )}
    <div className="location-name">
      <PageLink href={`/locations/${location.id}`} inherit fw={500}>
        {location.name}
      </PageLink>{' '}
      <Text span size="sm" c="dimmed">
        {location.key}
      </Text>
    </div>
    <Group gap="xs" wrap="nowrap">
      {!location.isActive && <StateBadge state="muted">{t('Inactive')}</StateBadge>}
      {!location.isEffective && <StateBadge state="muted">{t('Not in effect')}</StateBadge>}
      <Counts location={location} />
    </Group>
  </div>
)

const Counts = ({ location: { assets, assetsInAll } }: { readonly location: TreeLocation }) => (
  <Text size="sm" c={assetsInAll === 0 ? 'dimmed' : 'var(--mantine-color-text)'} className="unbroken">
    {assetsText(assets)}
    {assetsInAll > assets && (
      <Text span size="sm" c="dimmed">
        {' '}
        · {t('{assetsInAll} in total', { assetsInAll: counted(assetsInAll) })}
      </Text>
    )}
  </Text>
)

type Drag = ReturnType<typeof useDrag>

/** Handles dragging. Touch screens don't support it; there, locations are moved on their own page. */
function useDrag(isAllowed: boolean) {
  const [dragged, setDragged] = useState<TreeLocation>()
  /** The location over which it is dragged; null for the top level. */
  const [over, setOver] = useState<number | null>()

  const canDropOn = (target: TreeLocation | null): boolean =>
    dragged !== undefined &&
    target?.id !== dragged.parent?.id &&
    !subtreeOf(dragged).some(({ id }) => id === target?.id)

  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const from = (location: TreeLocation) =>
    isAllowed && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', location.name)
        setDragged(location)
      },
      onDragEnd: end,
    }
  const onto = (target: TreeLocation | null) =>
    isAllowed && {
      onDragOver: (event: DragEvent) => {
        if (!canDropOn(target)) return
        event.preventDefault()
        setOver(target?.id ?? null)
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged && canDropOn(target)) void moveWithUndo(dragged, target).catch(toastProblem)
        end()
      },
    }
  return { isAllowed, from, onto, over, isUnder: dragged !== undefined && dragged.parent !== null }
}
