import ts from 'typescript-5'
import { Glob } from 'bun'
import { serverMessages } from './server-messages'

/** The messages of the console, and the texts that are not messages, found in the source code. */

interface Message {
  readonly key: string
  /** "src/console/ui/lists/pager.tsx:30" */
  readonly at: string
  readonly hasValues: boolean
  /** The names of the values in the call; undefined when they are in a variable. */
  readonly names: readonly string[] | undefined
}

interface Found {
  readonly messages: readonly Message[]
  /** The texts that users see and that are not messages: "src/console/ui/lists/pager.tsx:30: Rows per page". */
  readonly literals: readonly string[]
}

const folder = 'src/console'

/** Files whose texts are data: fonts, and the words and dates that imports understand in many languages. */
const dataFiles = [
  'app/fonts.ts',
  'app/theme.ts',
  'imports/cells/column-names.ts',
  'imports/cells/dates.ts',
  'imports/cells/yes-no.ts',
  'languages/english-texts.ts',
]

export async function readMessages(): Promise<Found> {
  const paths = [...new Glob('**/*.{ts,tsx}').scanSync(folder)].filter((path) => !path.endsWith('.d.ts'))
  const found = await Promise.all(
    paths.map(async (path) => readFile(path, await Bun.file(`${folder}/${path}`).text())),
  )
  const ofServer = [...(await serverMessages())].map(([key, template]) => ({
    key,
    at: 'src/**/messages.ts',
    hasValues: template.includes('{'),
    names: [...new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))],
  }))
  return {
    messages: [...found.flatMap(({ messages }) => messages), ...ofServer],
    literals: found.flatMap(({ literals }) => literals),
  }
}

function readFile(path: string, text: string): Found {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const messages: Message[] = []
  const literals: string[] = []
  const placeOf = (node: ts.Node) =>
    `${folder}/${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
  const visit = (node: ts.Node): void => {
    if (isCode(node)) return
    if (isMessage(node)) {
      const [key, values] = node.arguments
      if (key && ts.isStringLiteralLike(key))
        messages.push({
          key: key.text,
          at: placeOf(node),
          hasValues: values !== undefined,
          names: namesIn(values),
        })
      if (values) visit(values)
      return
    }
    const shown = shownText(node)
    if (shown !== undefined) literals.push(`${placeOf(node)}: ${shown}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { messages, literals: dataFiles.includes(path) ? [] : literals }
}

const isMessage = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /^(t|rich)$/.test(node.expression.getText())

/** Returns the names of the values; undefined when they are in a variable. */
function namesIn(values: ts.Expression | undefined): string[] | undefined {
  if (!values || !ts.isObjectLiteralExpression(values)) return undefined
  return values.properties.map((property) => property.name?.getText() ?? '')
}

/** Attributes whose text is not for users. */
const codeAttributes =
  /^(data-|class|id$|href$|variant$|color$|c$|size$|type$|style$|role$|storedAs$|autoComplete$|aria-(key|live|labelledby)|d$|viewBox$|transform$|fill$|stroke)/

/** Whether no text in the node is for users: imports, types, comparisons, keys, and arguments of functions of the platform. */
function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isJsxAttribute(node)) return codeAttributes.test(node.name.getText())
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const { parent } = node
  if (ts.isCaseClause(parent)) return true
  if (ts.isPropertyAssignment(parent)) return parent.name === node || codeKeys.has(parent.name.getText())
  if (ts.isArrayLiteralExpression(parent)) return isKey(parent)
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText())
  return ts.isCallExpression(parent) && codeCalls.test(parent.expression.getText())
}

const codeKeys = new Set(['shortName', 'key', 'content-type'])
const codeCalls = /^(api|open|document|localStorage|words)\b|(querySelector|closest|Error|matches|useStore)$/

/** Whether an array is the key of a query. */
const isKey = ({ parent }: ts.Node): boolean =>
  (ts.isPropertyAssignment(parent) && /^(key|queryKey)$/.test(parent.name.getText())) ||
  (ts.isVariableDeclaration(parent) && /key/i.test(parent.name.getText()))

/** Returns the text of a node that users would see. Text begins with a capital letter or contains several words. */
function shownText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return /\p{L}{2}/u.test(node.text) ? node.text.trim() : undefined
  if (ts.isStringLiteralLike(node)) return isShown(node.text) ? node.text : undefined
  if (!ts.isTemplateExpression(node)) return undefined
  const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  return isShown(text) ? text : undefined
}

const isShown = (text: string): boolean =>
  /^[A-Z]-?[a-z]+([ -]|$)/.test(text) ||
  (/\p{L} \p{L}|\p{L}{2} …|… \p{L}{2}/u.test(text) && !/[/<>=;]|^whereabouts |^--/.test(text))
