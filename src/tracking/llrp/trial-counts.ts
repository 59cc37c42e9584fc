import { decodeParameter, type RawParameter, splitParameters } from './codec/decode'
import type { Frame } from './codec/frames'
import { LlrpError } from './codec/messages'
import { find, headerBytes, numberOf, type Parameter, type Value } from './codec/values'

/** What an antenna has read in a trial. */
export interface TrialAntenna {
  readonly port: number
  readonly reads: number
  readonly tags: number
  readonly rssiP50Dbm: number | null
}

const tagReportData = 240
/** Reads that are counted in a trial. A reader sends some thousand in this time. */
const readsMax = 20_000

interface Counted {
  readonly tags: Set<string>
  readonly levels: number[]
  reads: number
}

/** Counts the reads of a trial by antenna. Nothing of them is stored. */
export class TrialCounts {
  readonly #antennas: ReadonlyMap<number, Counted>
  #left = readsMax

  constructor(ports: readonly number[]) {
    this.#antennas = new Map(ports.map((port) => [port, { tags: new Set(), levels: [], reads: 0 }]))
  }

  /** Takes messages. Returns whether more can be taken. */
  add(frames: readonly Frame[]): boolean {
    for (const { name, bytes } of frames) {
      if (name !== 'RO_ACCESS_REPORT') continue
      for (const raw of splitParameters(bytes, headerBytes))
        if (raw.type === tagReportData && this.#left-- > 0) this.#addReport(raw)
    }
    return true
  }

  #addReport(raw: RawParameter): void {
    const report = decoded(raw)
    const counted = report && this.#antennas.get(numberOf(find(report, 'AntennaID'), 'AntennaID') ?? -1)
    if (!counted) return
    counted.reads++
    counted.tags.add(epcOf(report))
    const level = numberOf(find(report, 'PeakRSSI'), 'PeakRSSI')
    if (level !== undefined) counted.levels.push(level)
  }

  list(): TrialAntenna[] {
    return [...this.#antennas].map(([port, { reads, tags, levels }]) => ({
      port,
      reads,
      tags: tags.size,
      rssiP50Dbm: levels.toSorted((a, b) => a - b)[levels.length >> 1] ?? null,
    }))
  }
}

/** A report that cannot be read costs no other. */
function decoded(raw: RawParameter): Parameter | undefined {
  try {
    return decodeParameter(raw)
  } catch (error) {
    if (error instanceof LlrpError) return undefined
    throw error
  }
}

function epcOf(report: Parameter): string {
  const value: Value | undefined =
    find(report, 'EPC_96')?.fields['EPC'] ?? find(report, 'EPCData')?.fields['EPC']
  return typeof value === 'object' && 'hex' in value ? value.hex : String(value)
}
