import { plugin } from 'bun'
import typescript from 'typescript-5'

/**
 * Returns the TypeScript types of an OpenAPI document. The generator needs the compiler of TypeScript 5, the last version
 * with a JavaScript API.
 */
export async function typesOf(document: string): Promise<string> {
  plugin({
    name: 'typescript-5',
    setup: (build) =>
      void build.module('typescript', () => ({
        exports: { ...typescript, default: typescript },
        loader: 'object',
      })),
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  return astToString(await generate(JSON.parse(document)))
}
