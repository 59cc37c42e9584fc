import {
  Badge,
  Box,
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
import { type Place, type Places, subtreeOf } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { PageLink } from '../ui/link'
import { toastProblem } from '../ui/toasts'
import { moveWithUndo } from './move-location'
import { openAll, type ExpandedLocations } from './use-expanded-locations'

interface LocationTreeProps {
  readonly places: Places
  /** What a search has left; undefined for all. */
  readonly shown: ReadonlySet<number> | undefined
  readonly open: ExpandedLocations
}

/** Walked with the arrow keys, opened with Enter; what is dragged onto a place moves there. */
export function LocationTree({ places, shown, open }: LocationTreeProps) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const drag = useDrag(may('manager') && shown === undefined && places.all.length > 1)
  const data = useMemo(() => nodesOf(places.roots, shown), [places, shown])
  const tree = useTree({
    expandedState: shown ? openAll(places) : open.state,
    onExpandedStateChange: (state) => !shown && open.set(state),
  })

  /** Tab goes to the tree as a whole: the links in it are for the mouse, the finger and the ear. */
  function follow(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]')
    if (event.key === 'Enter' && item === event.target) navigate(`/locations/${item.dataset['value']}`)
  }

  return (
    <div className="places">
      {drag.isAllowed && (
        <Box
          className="place-root"
          visibleFrom="sm"
          data-waiting={drag.isUnder || undefined}
          data-over={drag.over === null || undefined}
          {...drag.onto(null)}
        >
          {drag.isUnder ? 'Drop here to put it at the top' : 'Drag a location onto another to put it there'}
        </Box>
      )}
      <Tree
        data={data}
        tree={tree}
        aria-label="Locations"
        allowRangeSelection={false}
        onKeyDown={follow}
        renderNode={(node) => {
          const place = places.byId.get(Number(node.node.value))
          return place && <Row place={place} node={node} drag={drag} />
        }}
      />
    </div>
  )
}

const nodesOf = (places: readonly Place[], shown: ReadonlySet<number> | undefined): TreeNodeData[] =>
  places
    .filter(({ id }) => shown === undefined || shown.has(id))
    .map(({ id, name, children }) => ({
      value: String(id),
      label: name,
      children: nodesOf(children, shown),
    }))

interface RowProps {
  readonly place: Place
  readonly node: RenderTreeNodePayload
  readonly drag: Drag
}

const Row = ({ place, node: { elementProps, expanded, hasChildren }, drag }: RowProps) => (
  <div
    {...elementProps}
    className={`${elementProps.className} place`}
    data-over={drag.over === place.id || undefined}
    {...drag.from(place)}
    {...drag.onto(place)}
  >
    <IconChevronRight
      size={20}
      aria-hidden
      className="place-chevron"
      data-open={expanded || undefined}
      data-leaf={!hasChildren || undefined}
    />
    <div className="place-name">
      <PageLink href={`/locations/${place.id}`} inherit fw={500}>
        {place.name}
      </PageLink>{' '}
      <Text span size="sm" c="dimmed">
        {place.key}
      </Text>
    </div>
    <Group gap="xs" wrap="nowrap">
      {!place.isActive && <Badge color="gray">Inactive</Badge>}
      {!place.isEffective && <Badge color="gray">Not in effect</Badge>}
      <Counts place={place} />
    </Group>
  </div>
)

const Counts = ({ place: { assets, assetsInAll } }: { readonly place: Place }) => (
  <Text size="sm" c={assetsInAll === 0 ? 'dimmed' : 'var(--mantine-color-text)'} className="unbroken">
    {assets === 1 ? '1 asset' : `${assets} assets`}
    {assetsInAll > assets && (
      <Text span size="sm" c="dimmed">
        {' '}
        · {assetsInAll} in all
      </Text>
    )}
  </Text>
)

type Drag = ReturnType<typeof useDrag>

/** What is dragged, and over what it is. A finger can't drag like this: it has the location's own page. */
function useDrag(isAllowed: boolean) {
  const [dragged, setDragged] = useState<Place>()
  /** The place that would take it; null for the top. */
  const [over, setOver] = useState<number | null>()

  const takes = (target: Place | null): boolean =>
    dragged !== undefined &&
    target?.id !== dragged.parent?.id &&
    !subtreeOf(dragged).some(({ id }) => id === target?.id)

  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const from = (place: Place) =>
    isAllowed && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', place.name)
        setDragged(place)
      },
      onDragEnd: end,
    }
  const onto = (target: Place | null) =>
    isAllowed && {
      onDragOver: (event: DragEvent) => {
        if (!takes(target)) return
        event.preventDefault()
        setOver(target?.id ?? null)
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged && takes(target)) void moveWithUndo(dragged, target).catch(toastProblem)
        end()
      },
    }
  return { isAllowed, from, onto, over, isUnder: dragged !== undefined && dragged.parent !== null }
}
