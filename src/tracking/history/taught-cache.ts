import { BoundedMap } from '../../base/bounded-map'
import type { History } from './late'
import { type Taught, taughtOf } from './place/taught'

/** Maximum number of organizations whose taught locations are kept in memory. */
const organizationsMax = 32

/** By revision, which is a random number, so that none is used for two states. */
const cached = new BoundedMap<number, Taught | null>(organizationsMax)

/** Returns the taught locations of a revision; null without any. */
export async function taughtIn(
  history: Pick<History, 'taughtSamples'>,
  organizationId: number,
  revision: number | null,
): Promise<Taught | null> {
  if (revision === null) return null
  const known = cached.get(revision)
  if (known !== undefined) return known
  const taught = taughtOf(await history.taughtSamples(organizationId))
  cached.set(revision, taught)
  return taught
}
