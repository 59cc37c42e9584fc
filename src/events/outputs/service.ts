import { setTimeout as sleep } from 'node:timers/promises'
import type { SessionCaller } from '../../base/caller'
import { conflict, type FieldError, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Message, storedOf } from '../../base/messages'
import { type Clock, laterThan, toMicros } from '../../base/time'
import { accepted, problemsOf } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { AlertOutputRow, Store, Writes } from '../../storage/core/store'
import { refusedLiterally, type Resolve } from '../../base/addresses/addresses'
import { webhookMessages } from '../webhooks/messages'
import { isUsableUrl } from '../webhooks/url'
import { outputMessages } from './messages'
import { NewOutput, OutputChange, type OutputView } from './schema'
import { shellyBody, type SwitchOutput } from './send'
import { unfailed } from './sender'
import { problemOfTopic } from './topics'
import { toAudited, toOutputView } from './view'

/** Maximum number of outputs of an organization. */
const outputsMax = 50
/** How long a test switches an output on, in milliseconds. */
const testMillis = 1_000

type Input = Pick<OutputView, 'name' | 'kind' | 'url' | 'topic' | 'body_on' | 'body_off'>

interface OutputParts {
  readonly store: Store
  readonly resolve: Resolve
  readonly switchOutput: SwitchOutput
  /** Whether there is an external broker. */
  readonly hasBroker: boolean
  readonly now: Clock
}

/** The outputs of an organization (docs/internal-api.md, Outputs). */
export class OutputService {
  readonly #parts: OutputParts
  readonly #store: Store
  readonly #stopping = new AbortController()

  constructor(parts: OutputParts) {
    this.#parts = parts
    this.#store = parts.store
  }

  stop(): void {
    this.#stopping.abort()
  }

  async list({ organizationId }: SessionCaller, page: Page): Promise<{ rows: OutputView[]; total: number }> {
    const { rows, total } = await this.#store.read.alertOutputs.list(organizationId, page)
    return { rows: rows.map(toOutputView), total }
  }

  async get(caller: SessionCaller, id: number): Promise<OutputView> {
    return toOutputView(await own(this.#store.read, caller, id))
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<OutputView> {
    const sent = accepted(NewOutput, body, problemsOf(NewOutput, body)) as Partial<Input> &
      Pick<Input, 'name' | 'kind'>
    const input = withDefaults(sent)
    const { organizationId } = caller
    await this.#requireUsable(caller, body, input)
    return this.#store.write(async (tx) => {
      if ((await tx.alertOutputs.list(organizationId, { limit: 1, offset: 0 })).total >= outputsMax)
        throw conflict(outputMessages('output.many', { max: outputsMax }))
      const at = this.#parts.now()
      const row = {
        ...columnsOf(input),
        ...unfailed,
        organizationId,
        sentState: null,
        sentAt: null,
        createdAt: at,
        updatedAt: at,
      }
      const id = await tx.alertOutputs.insert(row)
      const subject = { kind: 'alert_output', id, name: row.name } as const
      await audit(tx, caller, { at, action: 'created', subject, after: toAudited({ ...row, id }) })
      return toOutputView({ ...row, id })
    })
  }

  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<OutputView> {
    const changes = accepted(OutputChange, body, problemsOf(OutputChange, body)) as Partial<Input>
    const before = toAudited(await own(this.#store.read, caller, id))
    const merged = { ...withoutUnused(before, changes), ...changes }
    await this.#requireUsable(caller, body, merged)
    return this.#store.write(async (tx) => {
      const row = await own(tx, caller, id)
      const at = this.#parts.now()
      const isOtherTarget = row.kind !== merged.kind || row.url !== merged.url || row.topic !== merged.topic
      const after: AlertOutputRow = {
        ...row,
        ...columnsOf(merged),
        ...unfailed,
        // What was sent was sent to another device.
        ...(isOtherTarget && { sentState: null, sentAt: null }),
        updatedAt: laterThan(row.updatedAt, at),
      }
      await tx.alertOutputs.update(caller.organizationId, id, after)
      await audit(tx, caller, {
        at,
        action: 'changed',
        subject: { kind: 'alert_output', id, name: row.name },
        before: toAudited(row),
        after: toAudited(after),
      })
      return toOutputView(after)
    })
  }

  /** Deletes an output. One that is on is switched off if that is possible at once. */
  async remove(caller: SessionCaller, id: number): Promise<void> {
    const row = await this.#store.write(async (tx) => {
      const present = await own(tx, caller, id)
      const at = this.#parts.now()
      const deleted = storedOf(outputMessages('output.deleted'))
      await tx.alertOutputs.delete(caller.organizationId, id, toMicros(at), deleted)
      const subject = { kind: 'alert_output', id, name: present.name } as const
      await audit(tx, caller, { at, action: 'deleted', subject, before: toAudited(present) })
      return present
    })
    if (row.sentState === 'on') void this.#parts.switchOutput(row, 'off', this.#stopping.signal)
  }

  /** Switches an output on, and off again unless an alert keeps it on. Throws `conflict` with the cause. */
  async test(caller: SessionCaller, id: number): Promise<void> {
    const row = await own(this.#store.read, caller, id)
    await this.#switch(row, 'on')
    await this.#store.write((tx) =>
      audit(tx, caller, {
        at: this.#parts.now(),
        action: 'tested',
        subject: { kind: 'alert_output', id, name: row.name },
      }),
    )
    if (await this.#store.read.alertOutputs.isHeld(id)) return
    await sleep(testMillis)
    await this.#switch(row, 'off')
  }

  async #switch(row: AlertOutputRow, to: 'on' | 'off'): Promise<void> {
    const problem = await this.#parts.switchOutput(row, to, this.#stopping.signal)
    if (problem) throw conflict(problem)
  }

  async #requireUsable({ organizationId }: SessionCaller, body: JsonObject, input: Input): Promise<void> {
    const { resolve, hasBroker } = this.#parts
    const problems = problemsOfTarget(input)
    const add = (field: string, message: Message | undefined) => {
      if (message) problems.push({ field, code: 'invalid_value', message })
    }
    if (problems.length === 0 && input.url !== null)
      add(
        'url',
        isUsableUrl(input.url)
          ? await refusedLiterally(new URL(input.url), resolve)
          : webhookMessages('webhook.url', { field: 'url' }),
      )
    if (problems.length === 0 && input.topic !== null) {
      const organizations = await this.#store.read.accounts.organizations()
      const ownSlug = organizations.find(({ id }) => id === organizationId)?.slug ?? ''
      const slugs = organizations.map(({ slug }) => slug)
      add('topic', problemOfTopic(input.topic, { ownSlug, slugs, hasBroker }))
    }
    accepted(NewOutput, body, problems)
  }
}

/** Returns an output of the caller's organization. Throws `not_found`. */
async function own(
  { alertOutputs }: Pick<Store['read'] | Writes, 'alertOutputs'>,
  { organizationId }: SessionCaller,
  id: number,
): Promise<AlertOutputRow> {
  const row = await alertOutputs.find(organizationId, id)
  if (!row) throw notFound(outputMessages('output.not_found'))
  return row
}

const withDefaults = ({
  body_on,
  body_off,
  url = null,
  topic = null,
  ...sent
}: Partial<Input> & Pick<Input, 'name' | 'kind'>): Input => ({
  ...sent,
  url,
  topic,
  body_on: body_on ?? (sent.kind === 'shelly' ? shellyBody(true) : 'on'),
  body_off: body_off ?? (sent.kind === 'shelly' ? shellyBody(false) : 'off'),
})

/** Clears what another kind does not use, unless the change names it. */
const withoutUnused = (before: Input, { kind = before.kind }: Partial<Input>): Input => ({
  ...before,
  ...(kind === 'mqtt' ? { url: null } : { topic: null }),
})

const columnsOf = ({ name, kind, url, topic, body_on: bodyOn, body_off: bodyOff }: Input) => ({
  name,
  kind,
  url,
  topic,
  bodyOn,
  bodyOff,
})

/** Returns which of `url` and `topic` is missing, or not of the kind. */
function problemsOfTarget({ kind, url, topic, body_on: on, body_off: off }: Input): FieldError[] {
  const [needed, other] = kind === 'mqtt' ? (['topic', 'url'] as const) : (['url', 'topic'] as const)
  const values = { url, topic }
  const problems: FieldError[] = []
  if (values[needed] === null)
    problems.push({
      field: needed,
      code: 'required',
      message: fieldMessages('field.required', { field: needed }),
    })
  if (values[other] !== null)
    problems.push({
      field: other,
      code: 'invalid_context',
      message: outputMessages('output.not_of_kind', { field: other, kind }),
    })
  if (kind === 'shelly')
    for (const [field, text] of [
      ['body_on', on],
      ['body_off', off],
    ] as const)
      if (!isObject(text))
        problems.push({
          field,
          code: 'invalid_value',
          message: outputMessages('output.json', { field, kind }),
        })
  return problems
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
