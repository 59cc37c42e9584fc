import { Ajv } from 'ajv'
import { python } from './python'
import schema from '../events/epcis/schema/epcis-json-schema.json' with { type: 'json' }

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addFormat('uri', (text: string) => URL.canParse(text))
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)))
const validate = ajv.compile(schema)

/** Returns what is wrong with a document by the schema of GS1. */
export function epcisProblems(document: unknown): unknown[] {
  validate(document)
  return validate.errors ?? []
}

export interface EpcisEvent {
  readonly type: string
  readonly eventID: string
  readonly eventTime: string
  readonly recordTime: string
  readonly epcList: readonly [string]
  readonly readPoint: { readonly id: string }
  readonly bizLocation: { readonly id: string }
  readonly errorDeclaration?: {
    readonly declarationTime: string
    readonly reason: string
    readonly correctiveEventIDs?: readonly string[]
  }
}

/** Returns the hashes of events by the reference implementation. @param packages its directory */
export function referenceHashes(packages: string, events: readonly EpcisEvent[]): string[] {
  const document = {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: new Date().toISOString(),
    epcisBody: { eventList: events },
  }
  const { stdout, stderr, success } = Bun.spawnSync(
    [python ?? 'python3', `${import.meta.dir}/../events/epcis/event_hashes.py`],
    { stdin: Buffer.from(JSON.stringify(document)), env: { ...Bun.env, PYTHONPATH: packages } },
  )
  if (!success) throw new Error(`The reference implementation failed: ${stderr.toString().slice(-2000)}`)
  return stdout.toString().trim().split('\n')
}
