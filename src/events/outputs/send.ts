import type { Message } from '../../base/messages'
import type { OutputState } from '../../base/recipients'
import type { AlertOutputRow } from '../../storage/core/store'
import type { PublishOnce } from '../../tracking/ingest/mqtt/publishing'
import type { Post } from '../webhooks/post'
import { outputMessages } from './messages'

/** Switches outputs. */

/** Switches an output. Returns why that has failed; null: it was switched. It never throws, and ends after some seconds. */
export type SwitchOutput = (
  output: Pick<AlertOutputRow, 'organizationId' | 'kind' | 'url' | 'topic' | 'bodyOn' | 'bodyOff'>,
  to: OutputState,
  stopping: AbortSignal,
) => Promise<Message | null>

interface SwitchParts {
  readonly post: Post
  /** Publishes to the external broker; null when there is none. Returns why that has failed. */
  readonly publishExternally: PublishOnce | null
  /** Publishes to the clients of the built-in broker. Returns whether one has got it. */
  readonly publish: (organizationId: number, topic: string, payload: string) => Promise<boolean>
}

/** What a device of generation 2 executes. */
export const shellyBody = (isOn: boolean): string =>
  JSON.stringify({ id: 1, method: 'Switch.Set', params: { id: 0, on: isOn } })

export function createSwitch({ post, publishExternally, publish }: SwitchParts): SwitchOutput {
  async function call(url: string, body: string, stopping: AbortSignal): Promise<Message | null> {
    const headers = {
      'content-type': isJson(body) ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Whereabouts',
    }
    const { error, response } = await post(url, headers, body, stopping)
    return error ?? problemOf(response)
  }

  return async ({ organizationId, kind, url, topic, bodyOn, bodyOff }, to, stopping) => {
    const body = to === 'on' ? bodyOn : bodyOff
    if (kind === 'shelly') return call(rpcOf(url ?? ''), body, stopping)
    if (kind === 'http') {
      const problem = await call(url ?? '', body, stopping)
      // Other services may have a member with this name.
      return problem?.text.key === 'output.device' ? null : problem
    }
    if (publishExternally) {
      const reason = await publishExternally(topic ?? '', body)
      return reason === null ? null : outputMessages('output.broker', { reason })
    }
    return (await publish(organizationId, topic ?? '', body))
      ? null
      : outputMessages('output.no_subscriber', { topic: topic ?? '' })
  }
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

/** The device listens at this path. */
function rpcOf(address: string): string {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = '/rpc'
  return url.href
}

/** A device answers 200 with an error when it knows the method, but cannot execute it. */
function problemOf(response: string): Message | null {
  try {
    const { error } = JSON.parse(response) as { error?: { message?: unknown } | null }
    if (error === undefined || error === null) return null
    const { message } = error
    const reason = typeof message === 'string' ? message : JSON.stringify(error)
    return outputMessages('output.device', { reason: reason.slice(0, 200) })
  } catch {
    return null
  }
}
