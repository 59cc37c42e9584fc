import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateEndpoints, publicEndpoints } from '../../../src/app/app'
import type { Endpoint } from '../../../src/http/endpoint'

/** The documents of the rules: they name each endpoint, and citations and links of them lead to existing sections. */

const documents = ['api.md', 'internal-api.md', 'history.md']

const textOf = (name: string): string => readFileSync(join(import.meta.dir, '../../../docs', name), 'utf8')
const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{2,3} [\d.]+ (.+)$/gm)].map(([, name = '']) => name)

const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, '{$1}')
const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${pathOf(endpoint)}`

/** The texts of sentences, described once for all endpoints (docs/internal-api.md, Texts). */
const texts = /^(\w+_)?texts?$/

/** The names of all fields of a schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [] } = schema as Record<string, object>
  return [
    ...Object.entries(properties)
      .filter(([name]) => !texts.test(name))
      .flatMap(([name, field]) => [name, ...fieldsOf(field)]),
    ...fieldsOf(items),
    ...Object.values(anyOf).flatMap(fieldsOf),
  ]
}

/** Fields that the conventions of a document describe once, for all endpoints. */
const envelope = ['data', 'limit', 'offset', 'total_count']

const parametersOf = ({ query = {}, body, response }: Endpoint): string[] =>
  [...Object.keys(query), ...fieldsOf(body?.schema), ...fieldsOf(response.schema)].filter(
    (name) => !envelope.includes(name),
  )

describe('docs/api.md', () => {
  const text = textOf('api.md')

  test.each(publicEndpoints().map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'has %s with its scope, its fields and its parameters',
    (_name, endpoint) => {
      const { method, access, response } = endpoint
      const row = text
        .split('\n')
        .find((line) => line.startsWith(`| \`${method} ${pathOf(endpoint).replace('/api/v1', '')}\` |`))
      expect(row).toContain(access.kind === 'scope' ? `| \`${access.scope}\` |` : '| none')
      expect(row).toContain(`| ${response.status} |`)
      expect(parametersOf(endpoint).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
    },
  )
})

describe('docs/internal-api.md', () => {
  const sections = textOf('internal-api.md').split(/^(?=<a id="[\w-]+"><\/a>\n\n## )/m)
  const endpoints = privateEndpoints()

  /** Endpoints that require more than their description says. */
  const askedByService: Readonly<Record<string, string>> = {
    'PATCH /internal/v1/organizations/{organization}': 'admin of that organization',
    'DELETE /internal/v1/members/{user_id}': 'admin, or the member',
  }

  /** A section, and those that it refers to for what several of them have. */
  const withLinked = (section: string): string => {
    const anchors = [...section.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => `<a id="${anchor}">`)
    return [section, ...sections.filter((one) => anchors.some((anchor) => one.includes(anchor)))].join('\n')
  }

  const callerOf = ({ access }: Endpoint): string => ('role' in access ? access.role : access.kind)

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'has %s with its caller, its fields and its parameters',
    (name, endpoint) => {
      const section = sections.find((one) => one.includes(`\`${name}\``)) ?? ''
      const lines = section.split('\n')
      const line = lines.find((one) => one.includes(`\`${name}\``)) ?? ''
      const caller = askedByService[name] ?? callerOf(endpoint)
      const stated = [line, ...lines.filter((one) => one.includes('Caller: '))].join('\n')
      expect(stated).toContain(caller)
      const text = withLinked(section)
      expect(parametersOf(endpoint).filter((field) => !text.includes(`\`${field}\``))).toEqual([])
    },
  )
})

describe('a citation', () => {
  const namesOf = new Map(documents.map((document) => [document, headingsOf(textOf(document))]))

  test('in src and test names a section that exists', () => {
    const files = [...new Glob('{src,test}/**/*.{ts,tsx}').scanSync('.')]
    const citations = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/docs\/([\w-]+\.md), ([^);.:]+)/g)].map(
        // A citation may continue on the next line of its comment.
        ([, document = '', section = '']) => ({
          file,
          document,
          section: section.replaceAll(/\s+\* /g, ' '),
        }),
      ),
    )
    const known = citations.filter(({ document }) => documents.includes(document))
    expect(known.length).toBeGreaterThan(50)
    expect(known.filter(({ document, section }) => !namesOf.get(document)?.includes(section))).toEqual([])
  })

  test.each(documents)('by a link in %s leads to a section that exists', (document) => {
    const links = [...textOf(document).matchAll(/\]\(([\w-]+\.md)?#([\w-]+)\)/g)]
    expect(links.length).toBeGreaterThan(10)
    const missing = links.filter(([, other = document, anchor]) => {
      const target = textOf(other)
      const slugs = [...target.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title))
      return !target.includes(`<a id="${anchor}"></a>`) && !slugs.includes(anchor as string)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })
})

/** The anchor that GitHub gives a heading. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
