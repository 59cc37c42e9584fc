import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'

/** The style sheets of Mantine that the console imports. */

const styles = 'node_modules/@mantine/core/styles'
const bundle = 'dist/console'

/** The rules that belong to no component. The provider writes the variables of default-css-variables.css itself. */
const general = ['baseline.css', 'global.css']

/** Returns the names of the classes in a style sheet, such as "m_77c9d27d". */
const classesIn = (text: string): string[] => text.match(/(?<=\.)m_[0-9a-z]+/g) ?? []

const readScript = async (name: string): Promise<string> =>
  new TextDecoder().decode(Bun.gunzipSync(await Bun.file(`${bundle}/${name}`).bytes()))

test('the console imports the rules of each component that its scripts use, and no others', async () => {
  const names = readdirSync(bundle).filter((name) => name.endsWith('.js.gz'))
  const used = new Set(
    classesIn((await Promise.all(names.map(readScript))).join('\n').replaceAll('"m_', '".m_')),
  )
  const sheets = readdirSync(styles).filter((name) => name.endsWith('.css') && !name.endsWith('.layer.css'))
  const needed: string[] = []
  for (const sheet of sheets) {
    const classes = classesIn(await Bun.file(`${styles}/${sheet}`).text())
    if (classes.some((name) => used.has(name))) needed.push(sheet)
  }
  const imports = await Bun.file('src/console/app/mantine.css').text()
  const imported = [...imports.matchAll(/styles\/(\S+\.css)'/g)].map(([, name]) => name)
  expect(needed.length).toBeGreaterThan(30)
  expect(new Set(imported)).toEqual(new Set([...general, ...needed]))
})
