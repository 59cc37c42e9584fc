import type { Client } from './client'
import { until } from './until'

/** Alert rules and alerts of the organization of a session. */

const rulesPath = '/internal/v1/alert-rules'
const path = '/internal/v1/alerts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
export type Alert = any

export async function newRule(session: Client, rule: Record<string, unknown>): Promise<Alert> {
  const { status, body, text } = await session.post(rulesPath, {
    name: `Rule ${String(rule['kind'])}`,
    ...rule,
  })
  if (status !== 201) throw new Error(`The rule returned ${status}: ${text}`)
  return body.data
}

export const changeRule = (session: Client, id: number, change: object) =>
  session.patch(`${rulesPath}/${id}`, change)

export const readRule = async (session: Client, id: number): Promise<Alert> =>
  (await session.get(`${rulesPath}/${id}`)).body.data

/** The alerts of a rule, the earliest first. */
export const alertsOf = async (session: Client, ruleId: number): Promise<Alert[]> =>
  (await session.get(`${path}?rule_id=${ruleId}&sort=opened_at&limit=200`)).body.data

export const readAlert = async (session: Client, id: number): Promise<Alert> =>
  (await session.get(`${path}/${id}`)).body.data

export const actOn = (session: Client, id: number, action: string, body: object = {}) =>
  session.post(`${path}/${id}/${action}`, body)

/** The states of the alerts of a rule, in order: `open` or the reason why it was closed. */
export const statesOf = async (session: Client, ruleId: number): Promise<string[]> =>
  (await alertsOf(session, ruleId)).map(({ state, close_reason: reason }) => reason ?? state)

/** Waits until the alerts of a rule have these states. */
export async function untilStates(session: Client, ruleId: number, states: readonly string[]): Promise<void> {
  let last: string[] = []
  await until(
    async () => {
      last = await statesOf(session, ruleId)
      return last.join() === states.join()
    },
    () => `the alerts are ${states.join()}, not only ${last.join()}`,
  )
}
