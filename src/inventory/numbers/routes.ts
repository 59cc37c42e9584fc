import { paging, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import type { MintingService } from './minting'
import type { PrefixService } from './prefixes'
import { CounterChange, Gs1Prefix, MintedNumbers, Minting, NewGs1Prefix } from './schema'

const path = '/internal/v1/gs1-prefixes'
const one = `${path}/:gs1_prefix`
const params = { gs1_prefix: pathId("The prefix's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const admin = { kind: 'session', role: 'admin' } as const

/** GS1 company prefixes and minted numbers (docs/internal-api.md, GS1 numbers). */
export const numberRoutes = (prefixes: PrefixService, minting: MintingService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of prefixes, the oldest first.',
      schema: pageOf(Gs1Prefix),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await prefixes.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: admin,
    body: { mediaTypes: [json], schema: NewGs1Prefix },
    response: { status: 201, description: 'The new prefix.', schema: itemOf(Gs1Prefix) },
    mayConflict: true,
    async handle({ caller, body }) {
      const prefix = await prefixes.add(caller, body)
      return created(`${path}/${prefix.id}`, prefix)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The prefix.', schema: itemOf(Gs1Prefix) },
    handle: async ({ caller, params: { gs1_prefix: id } }) => ok(await prefixes.get(caller, id)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: admin,
    params,
    response: { status: 204, description: 'The prefix is deleted. Its counters stay.' },
    mayConflict: true,
    async handle({ caller, params: { gs1_prefix: id } }) {
      await prefixes.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'PATCH',
    path: `${one}/counters`,
    access: admin,
    params,
    body: { mediaTypes: [json, 'application/merge-patch+json'], schema: CounterChange },
    response: {
      status: 200,
      description: 'The prefix with the confirmed counter.',
      schema: itemOf(Gs1Prefix),
    },
    mayConflict: true,
    exists: ({ caller, params: { gs1_prefix: id } }) => prefixes.find(caller, id),
    handle: async ({ caller, params: { gs1_prefix: id }, body }) =>
      ok(await prefixes.confirm(caller, id, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/epcs/mint',
    access: { kind: 'session', role: 'manager' },
    body: { mediaTypes: [json], schema: Minting },
    response: { status: 201, description: 'The minted numbers.', schema: MintedNumbers },
    mayConflict: true,
    handle: async ({ caller, body }) => ({ status: 201, body: { data: await minting.mint(caller, body) } }),
  }),
]
