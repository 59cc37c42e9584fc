interface Filter {
  readonly id: number
  readonly topic: string
}

export type TopicDirectory = ReturnType<typeof createTopicDirectory>

/** Whose topic it is, in the whole installation; for messages that show no device token. */
export function createTopicDirectory(load: () => Promise<readonly Filter[]>) {
  let index: Promise<(topic: string) => number | undefined> | undefined
  const listeners: (() => void)[] = []

  return {
    /** The id of the reader to whom the topic belongs. */
    async readerOf(topic: string): Promise<number | undefined> {
      const loading = (index ??= load().then(indexTopics))
      try {
        return (await loading)(topic)
      } catch (error) {
        if (index === loading) index = undefined
        throw error
      }
    },
    filters: async (): Promise<string[]> => (await load()).map(({ topic }) => topic),
    /** To be called after every change of a topic: what was known of them is read again. */
    changed: (): void => {
      index = undefined
      for (const listener of listeners) listener()
    },
    onChange: (listener: () => void): void => void listeners.push(listener),
  }
}

interface Node {
  readonly levels: Map<string, Node>
  /** Of the reader whose filter ends here. */
  id?: number
}

const newNode = (): Node => ({ levels: new Map() })

/**
 * Finds the reader of a topic without a look at every filter: as many steps as the topic has levels, times the
 * wildcards on the way. Filters don't overlap, so that there is one at most. It agrees with `matchesTopic`.
 */
export function indexTopics(filters: readonly Filter[]): (topic: string) => number | undefined {
  const root = newNode()
  for (const { id, topic } of filters) {
    let node = root
    for (const level of topic.split('/')) {
      const next = node.levels.get(level) ?? newNode()
      node.levels.set(level, next)
      node = next
    }
    node.id = id
  }
  return (topic) => (topic.startsWith('$') ? undefined : find(root, topic.split('/'), 0))
}

function find(node: Node, levels: readonly string[], depth: number): number | undefined {
  // A trailing # stands for any number of levels, none among them.
  const rest = node.levels.get('#')?.id
  if (rest !== undefined) return rest
  const level = levels[depth]
  if (level === undefined) return node.id
  for (const name of [level, '+']) {
    const next = node.levels.get(name)
    const id = next && find(next, levels, depth + 1)
    if (id !== undefined) return id
  }
  return undefined
}
