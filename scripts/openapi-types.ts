import { plugin } from 'bun'
import typescript from 'typescript-5'

/**
 * The TypeScript of an OpenAPI document. The generator is written for the compiler of TypeScript 5, the last with an
 * API in JavaScript.
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
