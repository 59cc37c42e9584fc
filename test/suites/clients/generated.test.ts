import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPrograms } from '../../support/program'
import { type Generator, generators, openapiTypescript } from './generators'
import { quickstartOf, type Service, startService, transcript } from './quickstart'

/**
 * Clients that are generated from docs/openapi.json, compiled and run. All but one need downloads and minutes:
 * `bun run verify --long clients`.
 */

const document = join(import.meta.dir, '../../../docs/openapi.json')
const isAsked = Bun.env['TEST_CLIENTS'] !== undefined

let service: Service
beforeAll(async () => void (service = await startService()))
afterAll(stopPrograms)

async function goThrough({ build }: Generator): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-client-'))
  try {
    expect(await quickstartOf(service, await build(directory, document), directory)).toEqual(transcript)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** The reason to skip a generator; undefined when it runs. */
function obstacleTo({ tools }: Generator): string {
  const missing = tools.filter((tool) => Bun.which(tool) === null)
  if (missing.length > 0) return ` (skipped: ${missing.join(' and ')} not installed)`
  return isAsked ? '' : ' (skipped: bun run verify --long clients)'
}

describe('a generated client compiles and runs the quickstart:', () => {
  test(openapiTypescript.name, () => goThrough(openapiTypescript), 60_000)

  for (const generator of generators) {
    const obstacle = obstacleTo(generator)
    test.skipIf(obstacle !== '')(generator.name + obstacle, () => goThrough(generator), 600_000)
  }
})
