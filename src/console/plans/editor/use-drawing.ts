import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { pathTo, subtreeOf, type TreeLocation } from '../../api/location-tree'
import { copyOf, freePlace, rectangleOf } from './editing'
import type { PlanArea } from '../shapes/picture'

/** The areas of the plan editor, with what can be drawn, undone and repeated. */

type Areas = readonly PlanArea[]

interface AreaHistory {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
  /** Begins a change, which undo takes back as a whole. A drag is one change. */
  readonly begin: () => void
}

function useHistory(areas: Areas, set: (areas: Areas) => void) {
  const [past, setPast] = useState<readonly Areas[]>([])
  const [future, setFuture] = useState<readonly Areas[]>([])
  const isBegun = useRef(false)
  const history: AreaHistory = {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    undo() {
      const old = past.at(-1)
      if (!old) return
      setPast(past.slice(0, -1))
      setFuture([...future, areas])
      set(old)
    },
    redo() {
      const next = future.at(-1)
      if (!next) return
      setPast([...past, areas])
      setFuture(future.slice(0, -1))
      set(next)
    },
    begin() {
      isBegun.current = true
    },
  }
  function change(next: Areas): void {
    if (isBegun.current) {
      setPast([...past, areas])
      setFuture([])
    }
    isBegun.current = false
    set(next)
  }
  return { history, change }
}

/** The locations below that of the plan, by whether they have an area. */
function locationsOf(node: TreeLocation, areas: Areas, wanted: number | null) {
  const drawn = new Set(areas.map(({ location_id }) => location_id))
  // The locations of a level before those below it, because a plan is usually drawn level by level.
  const below = subtreeOf(node)
    .slice(1)
    .toSorted((a, b) => pathTo(a).length - pathTo(b).length)
  const undrawn = below.filter(({ id }) => !drawn.has(id))
  /** The first location without an area is drawn next, unless another one is chosen. */
  const next = undrawn.find(({ id }) => id === wanted) ?? undrawn[0] ?? null
  return { below, drawn, undrawn, next }
}

export type Drawing = ReturnType<typeof useDrawing>

/** The areas of the form, and what is drawn and selected. */
export function useDrawing(node: TreeLocation, areas: Areas, set: (areas: Areas) => void) {
  const { history, change: apply } = useHistory(areas, set)
  const [drawing, setDrawing] = useState<number | null>(null)
  const [chosen, setSelected] = useState<number | null>(null)
  const { below, drawn, undrawn, next } = locationsOf(node, areas, drawing)
  const selected = chosen !== null && drawn.has(chosen) ? chosen : null

  function changeAll(changed: Areas, select: number | null): void {
    history.begin()
    apply(changed)
    setSelected(select)
  }
  function add(area: PlanArea): void {
    changeAll([...areas, area], area.location_id)
    setDrawing(null)
  }
  function duplicate(): void {
    const area = areas.find(({ location_id }) => location_id === selected)
    if (area && next) add(copyOf(area, next.id))
  }
  function addRectangle(): void {
    if (!next) return
    const { x, y, width, height } = freePlace(areas)
    add(rectangleOf(next.id, { x, y }, { x: x + width, y: y + height }))
  }
  // On the whole page, except in text fields: drawing with the mouse focuses nothing.
  useHotkeys([
    ['mod+Z', history.undo],
    ['mod+shift+Z', history.redo],
    ['mod+Y', history.redo],
    ['mod+D', duplicate],
  ])
  return {
    areas,
    undrawn,
    next,
    setDrawing,
    selected,
    setSelected,
    history,
    /** The locations that the selected area can have. */
    choices: below.filter(({ id }) => id === selected || !drawn.has(id)),
    add,
    addRectangle,
    duplicate,
    change: (area: PlanArea) =>
      apply(areas.map((old) => (old.location_id === area.location_id ? area : old))),
    assign: (from: number, to: number) =>
      changeAll(
        areas.map((area) => (area.location_id === from ? { ...area, location_id: to } : area)),
        to,
      ),
    remove: (locationId: number) =>
      changeAll(
        areas.filter(({ location_id }) => location_id !== locationId),
        null,
      ),
  }
}
