import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiClient, type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { keysOf } from '../../support/records'

/** After any changes to a tree of locations, the service agrees with a model of the tree in memory. */

interface Node {
  readonly id: number
  readonly name: string
  /** In effect, and so shown by the tree reads. */
  readonly isShown: boolean
  key: string
  parent: Node | null
  isLive: boolean
}

type Form = 'id' | 'key' | 'both'

/** Nodes are identified by their number in the order of creation; null is not a parent. */
type Action =
  | {
      readonly kind: 'create'
      readonly key: string
      readonly name: string
      readonly isShown: boolean
      readonly parent: number | null
      readonly form: Form
    }
  | { readonly kind: 'move'; readonly node: number; readonly parent: number | null; readonly form: Form }
  | { readonly kind: 'rename'; readonly node: number; readonly key: string }
  | { readonly kind: 'remove'; readonly node: number }

const node = fc.nat(15)
const parent = fc.option(node, { freq: 5 })
const form = fc.constantFrom<Form>('id', 'key', 'both')
const key = fc.nat(20).map((number) => `K-${number}`)
const name = fc.constantFrom('Alpha', 'Beta', 'Gamma')
const isShown = fc.nat(4).map((number) => number > 0)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), key, name, isShown, parent, form }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move'), node, parent, form }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename'), node, key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), node }) },
)

let program: Program
let api: Client
beforeAll(async () => {
  program = await startProgram()
  api = await apiClient(program, await signIn(program))
})
afterAll(stopPrograms)

const past = { valid_from: '2020-01-01T00:00:00Z', valid_to: '2021-01-01T00:00:00Z' }

class Model {
  private readonly nodes: Node[] = []

  /** @param prefix keeps the keys of this run apart from those of the others */
  constructor(private readonly prefix: string) {}

  get live(): readonly Node[] {
    return this.nodes.filter(({ isLive }) => isLive)
  }

  get dead(): readonly Node[] {
    return this.nodes.filter(({ isLive }) => !isLive)
  }

  find(number: number): Node | null {
    return this.nodes[number % Math.max(1, this.nodes.length)] ?? null
  }

  add(created: Omit<Node, 'isLive'>): void {
    this.nodes.push({ ...created, isLive: true })
  }

  keyOf = (key: string): string => `${this.prefix}${key}`

  isTaken = (key: string): boolean => this.live.some((other) => other.key === key)

  childrenOf = (of: Node): Node[] => this.live.filter((other) => other.parent === of)

  /** Depth first, siblings by id. */
  below = (of: Node): Node[] =>
    this.childrenOf(of)
      .toSorted((a, b) => a.id - b.id)
      .flatMap((child) => [child, ...this.below(child)])

  above = (of: Node): Node[] => (of.parent ? [...this.above(of.parent), of.parent] : [])
}

const reference = (form: Form, of: Node | null) => ({
  ...(form !== 'key' && { parent_id: of?.id ?? null }),
  ...(form !== 'id' && { parent_external_key: of?.key ?? null }),
})

/**
 * The parent that a body names by this node; undefined when it names none. Another node may have the key of a deleted node.
 */
function resolve(model: Model, form: Form, of: Node | null): Node | null | undefined {
  if (of === null || of.isLive) return of
  return form === 'key' ? model.live.find((other) => other.key === of.key) : undefined
}

async function create(model: Model, action: Extract<Action, { kind: 'create' }>): Promise<void> {
  const parent = action.parent === null ? null : model.find(action.parent)
  const key = model.keyOf(action.key)
  const { status, body } = await api.post('/api/v1/locations', {
    external_key: key,
    name: action.name,
    ...reference(action.form, parent),
    ...(!action.isShown && past),
  })
  const target = resolve(model, action.form, parent)
  expect([action, status]).toEqual([action, target === undefined ? 400 : model.isTaken(key) ? 409 : 201])
  if (target === undefined || status !== 201) return
  model.add({ id: body.data.id, name: action.name, isShown: action.isShown, key, parent: target })
}

async function move(model: Model, action: Extract<Action, { kind: 'move' }>): Promise<void> {
  const moved = model.find(action.node)
  if (!moved) return
  const named = action.parent === null ? null : model.find(action.parent)
  const { status, body } = await api.patch(`/api/v1/locations/${moved.id}`, reference(action.form, named))
  const target = resolve(model, action.form, named)
  const isCycle = target && [...model.above(target), target].includes(moved)
  const expected = !moved.isLive ? 404 : target === undefined ? 400 : isCycle ? 409 : 200
  expect([action, status]).toEqual([action, expected])
  if (target !== undefined && status === 200) moved.parent = target
  if (isCycle && status === 409)
    for (const end of [moved, target]) expect(body.error.detail).toContain(end.key)
}

async function rename(model: Model, action: Extract<Action, { kind: 'rename' }>): Promise<void> {
  const renamed = model.find(action.node)
  if (!renamed) return
  const key = model.keyOf(action.key)
  const isSame = key === renamed.key
  const { status, body } = await api.post(`/api/v1/locations/${renamed.id}/rename`, { external_key: key })
  const expected = !renamed.isLive ? 404 : !isSame && model.isTaken(key) ? 409 : 200
  expect([action, status]).toEqual([action, expected])
  if (status !== 200) return
  expect(body.descendant_count_affected).toBe(isSame ? 0 : model.below(renamed).length)
  renamed.key = key
}

async function remove(model: Model, action: Extract<Action, { kind: 'remove' }>): Promise<void> {
  const removed = model.find(action.node)
  if (!removed) return
  const { status } = await api.delete(`/api/v1/locations/${removed.id}`)
  const expected = !removed.isLive ? 404 : model.childrenOf(removed).length > 0 ? 409 : 204
  expect([action, status]).toEqual([action, expected])
  if (status === 204) removed.isLive = false
}

async function perform(model: Model, action: Action): Promise<void> {
  if (action.kind === 'create') await create(model, action)
  else if (action.kind === 'move') await move(model, action)
  else if (action.kind === 'rename') await rename(model, action)
  else await remove(model, action)
}

const shown = (nodes: readonly Node[]): string[] =>
  nodes.filter(({ isShown }) => isShown).map(({ key }) => key)
const byName = (a: Node, b: Node): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id)

async function requireSameTree(model: Model): Promise<void> {
  const readTree = async ({ id }: Node, part: string) =>
    keysOf(await api.get(`/api/v1/locations/${id}/${part}?limit=200`))
  await Promise.all(
    model.live.map(async (of) => {
      const { body } = await api.get(`/api/v1/locations/${of.id}`)
      expect(body.data).toMatchObject({
        external_key: of.key,
        parent_id: of.parent?.id ?? null,
        parent_external_key: of.parent?.key ?? null,
      })
      expect(await readTree(of, 'ancestors')).toEqual(shown(model.above(of)))
      expect(await readTree(of, 'children')).toEqual(shown(model.childrenOf(of).toSorted(byName)))
      expect(await readTree(of, 'descendants')).toEqual(shown(model.below(of)))
    }),
  )
  for (const { id } of model.dead) expect((await api.get(`/api/v1/locations/${id}`)).status).toBe(404)
}

// Rule: api.md, Purpose
// Rule: api.md, Parents
// Rule: api.md, Tree reads
test('after any sequence of creates, moves, renames and deletes the tree is that of the model', async () => {
  let runs = 0
  const sequences = fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
    const model = new Model(`R${++runs}-`)
    for (const action of actions) await perform(model, action)
    await requireSameTree(model)
  })
  await fc.assert(sequences, { numRuns: 40, interruptAfterTimeLimit: 4000 })
}, 30_000)
