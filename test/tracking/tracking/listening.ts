import { type Client, signIn } from '../../support/client'
import { startProgram } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, scan, secondsAgo } from '../../support/scans'
import { openStream, type OpenStream } from '../../support/stream'

/** Starts a service with a reader at a hall and a yard, whose live stream is listened to. */
export async function startListening() {
  const program = await startProgram()
  const session = await signIn(program)
  const hall = await newLocation(session, { name: 'Hall' })
  const yard = await newLocation(session, { name: 'Yard' })
  const gate = await newReader(session, freshKey('gate'), [hall.id, yard.id])

  /** Runs `use` with a stream that is closed afterwards. */
  async function listening<T>(
    client: Client,
    query: string,
    use: (stream: OpenStream) => Promise<T>,
    to = program,
  ): Promise<T> {
    const stream = await openStream(to, client, query)
    try {
      return await use(stream)
    } finally {
      stream.socket.destroy()
    }
  }

  /** Moves an asset to the hall. Its event follows all earlier events of the stream. */
  async function finalMove(stream: OpenStream, client = session, place = hall): Promise<string> {
    const asset = await newTagged(client, freshKey('last'))
    await scan(client, place.id, asset.external_key, secondsAgo(1))
    const deadline = performance.now() + 20_000
    while (!namesOf(stream).includes(`move ${asset.external_key}`)) {
      if (performance.now() > deadline) throw new Error('The last move did not arrive.')
      await Bun.sleep(10)
    }
    return `move ${asset.external_key}`
  }

  return { program, session, hall, yard, gate, listening, finalMove }
}

export const namesOf = ({ events }: OpenStream): string[] =>
  events.map(({ event, data }) => `${event} ${data.asset_external_key ?? data.value}`)
