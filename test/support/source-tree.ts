import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import ts from 'typescript-5'

/**
 * The imports, functions and classes of the source files of a folder. They are parsed once, without type checking.
 */

export interface Source {
  /** Relative to the folder that was read. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
  readonly functions: readonly SourceFunction[]
  readonly classes: readonly SourceClass[]
}

interface Import {
  /** What is imported: a path like that of a source, without its extension, or the name of a package. */
  readonly target: string
  readonly isRelative: boolean
  readonly isTypeOnly: boolean
}

interface SourceClass {
  readonly name: string
  readonly lines: number
}

interface SourceFunction extends SourceClass {
  readonly parameters: number
  /** Whether the function only returns one array, such as a list of endpoints. */
  readonly isTable: boolean
}

export async function readSources(folder: string): Promise<Source[]> {
  const paths = [...new Glob('**/*.{ts,tsx}').scanSync(folder)].filter((path) => !path.endsWith('.d.ts'))
  return Promise.all(paths.map(async (path) => parse(path, await Bun.file(join(folder, path)).text())))
}

function parse(path: string, text: string): Source {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const imports: Import[] = []
  const functions: SourceFunction[] = []
  const classes: SourceClass[] = []
  const visit = (node: ts.Node): void => {
    const imported = importOf(node, path)
    if (imported) imports.push(imported)
    if (isFunction(node))
      functions.push({
        name: nameOf(node),
        lines: linesOf(node, file),
        parameters: node.parameters.length,
        isTable: isTable(node),
      })
    if (ts.isClassLike(node)) classes.push({ name: nameOf(node), lines: linesOf(node, file) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { path, text, imports, functions, classes }
}

function importOf(node: ts.Node, path: string): Import | undefined {
  const specifier = specifierOf(node)
  if (!specifier || !ts.isStringLiteral(specifier)) return undefined
  const { text } = specifier
  const isRelative = text.startsWith('.')
  return { target: isRelative ? join(dirname(path), text) : text, isRelative, isTypeOnly: isTypeOnly(node) }
}

/** Returns the module specifier of an `import` or `export` statement, an `import()` or a type `import()`. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall ? node.arguments[0] : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  if (!ts.isImportDeclaration(node)) return ts.isImportTypeNode(node)
  const { importClause: clause } = node
  if (!clause || clause.isTypeOnly) return clause !== undefined
  const { name, namedBindings: named } = clause
  return !name && !!named && ts.isNamedImports(named) && named.elements.every((one) => one.isTypeOnly)
}

type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration

const isFunction = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node)

function isTable({ body }: FunctionNode): boolean {
  if (!body) return false
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined
  const result = ts.isBlock(body) ? last && ts.isReturnStatement(last) && last.expression : body
  return !!result && ts.isArrayLiteralExpression(bare(result))
}

/** Returns the expression without parentheses, `as` and `satisfies`. */
const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node

/** Returns the name of the node, or that of the variable or property that holds it. A constructor has that of its class. */
function nameOf(node: ts.Node): string {
  const named = [node, node.parent].find((one) => 'name' in one && one.name) as { name?: ts.Node } | undefined
  return named?.name?.getText() ?? '(anonymous)'
}

function linesOf(node: ts.Node, file: ts.SourceFile): number {
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  return lineAt(node.end) - lineAt(node.getStart(file)) + 1
}
