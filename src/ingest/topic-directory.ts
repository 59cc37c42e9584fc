interface Filter {
  readonly id: number
  readonly organizationId: number
  readonly topic: string
}

/** A reader, as its topic tells it. */
export type Addressee = Omit<Filter, 'topic'>

export type TopicDirectory = ReturnType<typeof createTopicDirectory>

/** Whose topic it is, in the whole installation; for messages that show no device token. */
export function createTopicDirectory(load: () => Promise<readonly Filter[]>) {
  let index: Promise<(topic: string) => Addressee | undefined> | undefined
  const listeners: (() => void)[] = []

  return {
    /** The reader to whom the topic belongs. */
    async readerOf(topic: string): Promise<Addressee | undefined> {
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
  /** Whose filter ends here. */
  reader?: Addressee
}

const newNode = (): Node => ({ levels: new Map() })

/**
 * Finds the reader of a topic without a look at every filter: as many steps as the topic has levels, times the
 * wildcards on the way. Filters don't overlap, so that there is one at most. It agrees with `matchesTopic`.
 */
export function indexTopics(filters: readonly Filter[]): (topic: string) => Addressee | undefined {
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

function find(node: Node, levels: readonly string[], depth: number): Addressee | undefined {
  // A trailing # stands for any number of levels, none among them.
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
