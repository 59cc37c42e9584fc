import { publicEndpoints } from '../app'
import { documentTexts } from '../http/openapi/plugin'
import { parseFlags } from '../settings/flags'

export const openapiHelp = `whereabouts openapi print [--yaml]

Prints the description of the public API, as it is served at /api/openapi.json and .yaml.`

export async function openapi(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, { yaml: { type: 'boolean', default: false } })
  if (positionals.length !== 1 || positionals[0] !== 'print') {
    console.error(openapiHelp)
    return 2
  }
  // Describing the routes calls none of their services.
  const { json, yaml } = await documentTexts(publicEndpoints({} as Parameters<typeof publicEndpoints>[0]))
  // The process ends with the exit code: what a slow pipe has not taken by then would be lost.
  await new Promise((resolve) => process.stdout.write(values.yaml ? yaml : json, resolve))
  return 0
}
