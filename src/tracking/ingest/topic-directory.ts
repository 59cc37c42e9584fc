import type { Instances } from '../../storage/core/store'

interface Filter {
  readonly id: number
  readonly organizationId: number
  readonly topic: string
}

/** The reader that a topic belongs to. */
type TopicReader = Omit<Filter, 'topic'>

export type TopicDirectory = ReturnType<typeof createTopicDirectory>

/** Finds the reader of a topic in the whole installation, for messages without a device token. */
export function createTopicDirectory(
  load: () => Promise<readonly Filter[]>,
  instances: Pick<Instances, 'announce' | 'onAnnounced' | 'onMissed'>,
) {
  let index: Promise<(topic: string) => TopicReader | undefined> | undefined
  const listeners: (() => void)[] = []

  function loadAgain(): void {
    index = undefined
    for (const listener of listeners) listener()
  }
  let known: number | bigint | undefined
  /**
   * Usually no announcement was missed, and the topics are unchanged. The subscriptions at the external broker are then still
   * right.
   */
  async function loadIfChanged(): Promise<void> {
    const found = Bun.hash(JSON.stringify(await load()))
    if (found === known) return
    known = found
    loadAgain()
  }

  instances.onAnnounced('topics', loadAgain)
  // A failure is a problem of the store, and the next call finds the same.
  instances.onMissed(() => void loadIfChanged().catch(() => {}))

  return {
    async readerOf(topic: string): Promise<TopicReader | undefined> {
      const loading = (index ??= load().then(indexTopics))
      try {
        return (await loading)(topic)
      } catch (error) {
        if (index === loading) index = undefined
        throw error
      }
    },
    filters: async (): Promise<string[]> => (await load()).map(({ topic }) => topic),
    /** Must be called after every change of a topic. The topics are then loaded again. */
    changed: (): void => {
      loadAgain()
      instances.announce('topics', '')
    },
    onChange: (listener: () => void): void => void listeners.push(listener),
  }
}

interface Node {
  readonly levels: Map<string, Node>
  /** The reader whose filter ends at this level. */
  reader?: TopicReader
}

const newNode = (): Node => ({ levels: new Map() })

/**
 * Returns a function that finds the reader of a topic. The number of steps depends on the levels of the topic and on
 * the wildcards, not on the number of filters. Filters don't overlap, so at most one matches. The result agrees with
 * `matchesTopic`.
 */
export function indexTopics(filters: readonly Filter[]): (topic: string) => TopicReader | undefined {
  const root = newNode()
  for (const { topic, ...reader } of filters) {
    let node = root
    for (const level of topic.split('/')) {
      const next = node.levels.get(level) ?? newNode()
      node.levels.set(level, next)
      node = next
    }
    node.reader = reader
  }
  return (topic) => (topic.startsWith('$') ? undefined : find(root, topic.split('/'), 0))
}

function find(node: Node, levels: readonly string[], depth: number): TopicReader | undefined {
  // A trailing # matches any number of levels, including none.
  const rest = node.levels.get('#')?.reader
  if (rest !== undefined) return rest
  const level = levels[depth]
  if (level === undefined) return node.reader
  for (const name of [level, '+']) {
    const next = node.levels.get(name)
    const reader = next && find(next, levels, depth + 1)
    if (reader !== undefined) return reader
  }
  return undefined
}
