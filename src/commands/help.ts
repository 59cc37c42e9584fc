/** The width of the help, in characters. It fits into most terminals. */
const width = 100

/**
 * Breaks the lines of a help so that they fit. A line that continues the one before it has the indentation of its text: that of
 * the column after two spaces, or of the line itself.
 */
export function fitted(help: string): string {
  const blocks: { readonly head: string; readonly words: string[] }[] = []
  for (const line of help.split('\n')) {
    const [head, text] = partsOf(line)
    const last = blocks.at(-1)
    const isUsage = /^(Usage:|\s+whereabouts )/.test(line)
    const continues =
      last !== undefined && last.words.length > 0 && /^ *$/.test(head) && !isUsage && text !== ''
    if (continues && head.length === last.head.length) last.words.push(...text.split(' '))
    else blocks.push({ head, words: text === '' ? [] : text.split(' ') })
  }
  return blocks.map(({ head, words }) => filled(head, words)).join('\n')
}

/** Returns the indentation of a line with its label, if it has one, and the text after it. */
function partsOf(line: string): [head: string, text: string] {
  const [, head = ''] = /^(Usage: |\s*\S.*?\s{2,}|\s*)(?=\S|$)/.exec(line) ?? []
  return [head, line.slice(head.length)]
}

function filled(head: string, words: readonly string[]): string {
  const lines: string[] = []
  let line = head
  for (const word of words) {
    const isFirst = line.length === head.length
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line)
      line = ' '.repeat(head.length) + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].map((text) => text.trimEnd()).join('\n')
}
