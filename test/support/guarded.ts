import { newRule, untilStates } from './alerts'
import type { Client } from './client'
import type { Program } from './program'
import { freshKey, newLocation, newTagged, type Row } from './records'
import { scan, secondsAhead } from './scans'
import { newWorld, teach } from './taught'

/** An installation with alert rules, alerts, taught places with samples, and a reference asset. */

interface Guarded {
  readonly hall: Row
  readonly assets: readonly Row[]
  readonly ruleId: number
}

/** Fills an installation. Three assets have an open alert of the rule; to teach takes ten seconds. */
export async function fillGuarded(program: Program, session: Client): Promise<Guarded> {
  const hall = await newLocation(session, { external_key: freshKey('HALL') })
  const assets: Row[] = []
  for (let count = 0; count < 3; count++) assets.push(await newTagged(session, freshKey('guarded')))
  const { id: ruleId } = await newRule(session, { kind: 'entered', location_id: hall.id })
  for (const asset of assets) await scan(session, hall.id, asset.external_key, secondsAhead(0))
  await untilStates(
    session,
    ruleId,
    assets.map(() => 'open'),
  )
  const world = await newWorld(session)
  const [ward, other] = world.locations as [Row, Row]
  const tags = [await newTagged(session, freshKey('tag')), await newTagged(session, freshKey('tag'))] as const
  await teach(program, session, world, [
    { location: ward, asset: tags[0], spot: 'ward' },
    { location: other, asset: tags[1], spot: 'hall' },
  ])
  await session.post('/internal/v1/reference-assets', { asset_id: tags[0].id, location_id: ward.id })
  return { hall, assets, ruleId }
}

const paths = [
  '/internal/v1/alert-rules?limit=200',
  '/internal/v1/alerts?limit=200',
  '/internal/v1/place-samples?limit=200',
  '/internal/v1/place-model',
  '/internal/v1/reference-assets',
  '/api/v1/events?after=0&limit=200',
]

/** What the service says about all of it, as it was sent. */
export async function guardedViews(session: Client): Promise<readonly string[]> {
  const { data } = (await session.get('/internal/v1/place-samples?limit=200')).body
  const samples = (data as { id: number }[]).map(({ id }) => `/internal/v1/place-samples/${id}`)
  const views: string[] = []
  for (const path of [...paths, ...samples]) {
    const { status, text } = await session.get(path)
    if (status !== 200) throw new Error(`${path} returned ${status}: ${text}`)
    views.push(`${path} ${text}`)
  }
  return views
}
