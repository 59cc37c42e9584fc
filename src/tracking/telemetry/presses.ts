import { type Micros, second } from '../../base/time'
import type { Pause } from '../../base/turns/pause'
import type { TagPressRow, Writes } from '../../storage/core/store'

/** An advertisement that tells of a press. */
export interface HeardPress {
  readonly organizationId: number
  readonly assetId: number
  readonly tagId: number
  readonly press: number
  readonly packet: number | undefined
  readonly at: Micros
}

/** Advertisements of one press follow each other within this time. */
const gapMax: Micros = 10 * second
/** A press is told for at most this time. */
const toldMax: Micros = 60 * second

/**
 * Stores presses of buttons, each once: a tag repeats its advertisement, and several gateways hear it. Each press is an event of
 * the log (docs/events.md, Types).
 */
export async function savePresses(
  tx: Pick<Writes, 'tagPresses' | 'eventLog'>,
  heard: readonly HeardPress[],
  pause: Pause,
): Promise<void> {
  for (const one of heard.toSorted((a, b) => a.at - b.at)) {
    const known = await tx.tagPresses.around(one.tagId, one.at - toldMax, one.at + gapMax)
    const same = known.findLast((press) => isSame(press, one))
    if (!same) {
      const { packet = null, at, ...press } = one
      const id = await tx.tagPresses.insert({ ...press, packet, firstAt: at, lastAt: at })
      await tx.eventLog.queue(one.organizationId, 'tag.button', id)
    } else if (one.at < same.firstAt || one.at > same.lastAt)
      await tx.tagPresses.extend(same.id, {
        firstAt: Math.min(same.firstAt, one.at),
        lastAt: Math.max(same.lastAt, one.at),
      })
    await pause()
  }
}

/** Two presses in quick succession have other numbers of packets, if the tag sends any. */
const isSame = ({ press, packet, firstAt, lastAt }: TagPressRow, heard: HeardPress): boolean =>
  press === heard.press &&
  packet === (heard.packet ?? null) &&
  heard.at >= firstAt - gapMax &&
  heard.at <= lastAt + gapMax
