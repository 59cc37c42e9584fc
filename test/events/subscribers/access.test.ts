import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, type Credential, mintKey, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { closeSubscribers, openSubscriber } from '../../support/subscriber'

/** Who may subscribe to which topics of the built-in broker (docs/mqtt-out.md): by organization, scope and kind of topic. */

let program: Program
let session: Client
let keys: { readonly north: Credential; readonly south: Credential }

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  keys = {
    north: await mintKey(session, ['tracking:read']),
    south: await mintKey(await otherOrganization(program, 'South'), ['tracking:read']),
  }
})
afterEach(closeSubscribers)
afterAll(stopPrograms)

const [granted, refused] = [1, 0x87]

/** Each topic filter with the response to a key of North and to one of South. */
const filters: readonly (readonly [filter: string, north: number, south: number])[] = [
  ['north/events/asset.moved', granted, refused],
  ['north/events/+', granted, refused],
  ['north/events/#', granted, refused],
  ['north/assets/PALLET-1/whereabouts', granted, refused],
  ['north/assets/+/whereabouts', granted, refused],
  ['south/events/asset.moved', refused, granted],
  ['south/events/+', refused, granted],
  ['south/assets/PALLET-1/whereabouts', refused, granted],
  ['south/assets/+/whereabouts', refused, granted],
  ['east/events/+', refused, refused],
  ['+/events/asset.moved', refused, refused],
  ['+/events/+', refused, refused],
  ['+/assets/+/whereabouts', refused, refused],
  ['#', refused, refused],
  ['north/#', refused, refused],
  ['south/#', refused, refused],
  ['north/readers/dock', refused, refused],
  ['dock', refused, refused],
  ['$SYS/#', refused, refused],
  ['$share/group/north/events/+', refused, refused],
  ['homeassistant/#', refused, refused],
]

describe.each([4, 5] as const)('with protocol level %d', (protocolVersion) => {
  // A client of MQTT 3.1.1 gets another code for a refusal.
  const codeOf = (code: number): number => (protocolVersion === 4 && code === refused ? 0x80 : code)

  test.each(['north', 'south'] as const)(
    'an API key of %s may subscribe to its own topics only',
    async (organization) => {
      const subscriber = await openSubscriber(program, keys[organization], { protocolVersion })
      const column = organization === 'north' ? 1 : 2
      const responses = await subscriber.subscribe(filters.map(([filter]) => filter))
      expect(responses.map((code, index) => [filters[index]?.[0], code])).toEqual(
        filters.map((row) => [row[0], codeOf(row[column])]),
      )
    },
  )

  test('an API key without the scope tracking:read may not connect', async () => {
    const key = await mintKey(session, ['assets:read', 'assets:write', 'locations:read'])
    await expect(openSubscriber(program, key, { protocolVersion })).rejects.toMatchObject({
      code: protocolVersion === 4 ? 5 : 0x87,
    })
  })

  test('an API key of another organization gets nothing with the secret of its own', async () => {
    const mixed = { ...keys.north, client_secret: keys.south.client_secret }
    await expect(openSubscriber(program, mixed, { protocolVersion })).rejects.toMatchObject({
      code: protocolVersion === 4 ? 4 : 0x86,
    })
  })
})
