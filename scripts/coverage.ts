/**
 * Prints which tests check each section of the documents: `bun run coverage [words]`, such as `bun run coverage api.md Keys`.
 * A test, or a group of tests, names the section of its rule in a comment above it: `// Rule: api.md, Keys`.
 */
import { join } from 'node:path'
import { Glob } from 'bun'
import ts from 'typescript-5'

const root = join(import.meta.dir, '..')

/** The documents whose sections need tests. */
export const documents = ['api.md', 'internal-api.md', 'history.md'] as const

/** A test, or a group of tests, that names a section. */
interface RuleTest {
  /** A document and one of its sections: `api.md, Keys`. */
  readonly section: string
  /** Relative to `test`. */
  readonly file: string
  /** The titles of the groups around it, and its own. Templates are not evaluated. */
  readonly titles: readonly string[]
}

interface Section {
  readonly name: string
  /** Whether it consists of other sections. */
  readonly isDivided: boolean
}

/** Returns the sections of a document, in order. */
export async function sectionsOf(document: string): Promise<Section[]> {
  const markdown = await Bun.file(join(root, 'docs', document)).text()
  const headings = [...markdown.matchAll(/^#{2,3} ([\d.]+) (.+)$/gm)]
  return headings.map(([, number, name = '']) => ({
    name,
    isDivided: headings.some(([, other]) => other?.startsWith(`${number}.`)),
  }))
}

/** Returns the tests of a file that name a section. Throws when a comment is not above a test. */
export function ruleTestsIn(file: string, source: string): RuleTest[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: RuleTest[] = []
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const title = titleOf(node)
    const titles = title === undefined ? groups : [...groups, title]
    if (title !== undefined)
      for (const section of sectionsAbove(node, source)) found.push({ section, file, titles })
    ts.forEachChild(node, (child) => visit(child, titles))
  }
  visit(parsed, [])
  const comments = source.match(/^ *\/\/ Rule: /gm)?.length ?? 0
  if (comments !== found.length) throw new Error(`${file}: A comment "Rule:" is not directly above a test.`)
  return found
}

/** Returns the title of a call such as `test('...', () => {...})` or `describe.each(table)('...', () => {...})`. */
function titleOf(node: ts.Node): string | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined
  const [title, ...others] = node.expression.arguments
  if (!title || others.length === 0) return undefined
  return ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)
    ? title.getText().slice(1, -1)
    : undefined
}

/** Returns the sections that the comments directly above a statement name. */
function sectionsAbove(node: ts.Node, source: string): string[] {
  const comments = ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []
  return comments.flatMap(({ pos, end }) => /^\/\/ Rule: (.+)$/.exec(source.slice(pos, end))?.[1] ?? [])
}

/** Returns all tests that name a section, in the order of their files. */
export async function allRuleTests(): Promise<RuleTest[]> {
  const files = [...new Glob('**/*.test.ts').scanSync(join(root, 'test'))].toSorted()
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await Bun.file(join(root, 'test', file)).text() })),
  )
  return sources.flatMap(({ file, source }) => ruleTestsIn(file, source))
}

/** Prints the tests of the sections whose names contain a text. */
async function printCoverage(words: string): Promise<void> {
  const tests = Map.groupBy(await allRuleTests(), ({ section }) => section)
  for (const document of documents)
    for (const { name } of await sectionsOf(document)) {
      const section = `${document}, ${name}`
      if (!section.replace(',', '').toLowerCase().includes(words.toLowerCase())) continue
      process.stdout.write(`${section}\n`)
      for (const { file, titles } of tests.get(section) ?? [])
        process.stdout.write(`  ${file} › ${titles.join(' > ')}\n`)
    }
}

if (import.meta.main) await printCoverage(process.argv.slice(2).join(' '))
