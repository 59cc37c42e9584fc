import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../base/errors'
import { parseFlagsOnly } from '../../settings/flags'
import { parseInteger } from '../flags'
import { fitted } from '../help'
import { nextSignal } from '../signals'
import { Identities } from './tags'
import { defaultDevice } from './llrp/device'
import { SimulatedLlrpReader, type SimulatedRead } from './llrp/reader'

/** What `whereabouts simulate --llrp --help` prints. */
export const llrpHelp = fitted(`Usage: whereabouts simulate --llrp [flags]

Serves simulated readers that speak LLRP 1.0.1, for tests and demos. Add them in the console by their address.

  --host <address>   address to listen on (default 127.0.0.1)
  --port <n>         port of the first reader (default 5084); the others have the next ports. 0: a free port for each
  --readers <n>      number of readers (default 1)
  --antennas <n>     antennas of each reader (default 4)
  --tags <n>         tags at each reader (default 100)
  --rate <n>         reads per second of each reader (default 100)
  --serial <hex>     identification of the first reader, 16 hex digits (default ${defaultDevice.serial})
  --no-clock         the readers have no clock, and send the time since their start
  --prefix <word>    prefix of the tags (default sim), as that of \`whereabouts simulate\`
  -h, --help         print this help

The reader reports to one client at a time, after the client has started a ROSpec. Ctrl-C ends the command.
`)

const text = { type: 'string' } as const
const flags = {
  llrp: { type: 'boolean', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '5084' },
  readers: { type: 'string', default: '1' },
  antennas: { type: 'string', default: String(defaultDevice.antennas) },
  tags: { type: 'string', default: '100' },
  rate: { type: 'string', default: '100' },
  serial: text,
  'no-clock': { type: 'boolean', default: false },
  prefix: { type: 'string', default: 'sim' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export const isForLlrp = (args: readonly string[]): boolean => args.includes('--llrp')

/** Time between two rounds of reports, in milliseconds. */
const roundMillis = 50

/** Serves readers until a signal; returns the exit code of the process. Throws UsageError. */
export async function serveLlrp(args: readonly string[], stdout: NodeJS.WriteStream): Promise<number> {
  const values = parseFlagsOnly('simulate', args, flags)
  if (values.help) {
    stdout.write(llrpHelp)
    return 0
  }
  const port = parseInteger('port', values.port, 0, 65_535)
  const readers = parseInteger('readers', values.readers, 1, 1000)
  const antennas = parseInteger('antennas', values.antennas, 1, 64)
  const tags = parseInteger('tags', values.tags, 1, 1_000_000)
  const rate = parseInteger('rate', values.rate, 1, 1_000_000)
  const serial = values.serial ?? defaultDevice.serial
  if (!/^[\da-f]{16}$/i.test(serial)) throw new UsageError('--serial must be 16 hex digits.')
  const identities = new Identities(values.prefix)
  const stopping = nextSignal()
  const simulated: SimulatedLlrpReader[] = []
  for (let index = 0; index < readers; index++) {
    const own = (BigInt(`0x${serial}`) + BigInt(index)).toString(16).padStart(16, '0').slice(-16)
    const device = { ...defaultDevice, antennas, hasClock: !values['no-clock'], serial: own }
    const reader = new SimulatedLlrpReader(device)
    const opened = await reader.listen(port === 0 ? 0 : port + index, values.host)
    stdout.write(`llrp  listening on ${values.host}:${opened}\n`)
    simulated.push(reader)
  }
  let isStopped = false
  const running = simulated.map(async (reader, index) => {
    const epcOf = (tag: number) => identities.rfid(index * tags + tag)
    for (let sent = 0; !isStopped;) {
      await sleep(roundMillis)
      const count = Math.max(1, Math.round((rate * roundMillis) / 1000))
      if (reader.report(readsOf({ reader, epcOf, tags }, sent, count))) sent += count
    }
  })
  await stopping
  isStopped = true
  await Promise.all([...running, ...simulated.map((reader) => reader.close())])
  return 0
}

interface Source {
  readonly reader: SimulatedLlrpReader
  readonly epcOf: (tag: number) => string
  readonly tags: number
}

/** Weaker tags are not read. */
const sensitivityDbm = -75

/** Each tag is at one antenna. With less power, its signal is weaker, and the weakest tags are not read. */
function readsOf({ reader, epcOf, tags }: Source, from: number, count: number): SimulatedRead[] {
  const { antennas } = reader
  const losses = antennas.map((antenna) => reader.attenuationOf(antenna))
  const now = Date.now() * 1000
  return Array.from({ length: Math.min(count, tags) }, (_, index) => {
    const tag = (from + index) % tags
    const at = tag % antennas.length
    const rssi = -50 - (Math.floor(tag / antennas.length) % 20) - (losses[at] ?? 0)
    return { epc: epcOf(tag), antenna: antennas[at] ?? 1, rssi, at: now + index }
  }).filter(({ rssi }) => rssi >= sensitivityDbm)
}
