import { publicEndpoints } from '../app/app'
import { documentTexts } from '../http/openapi/plugin'
import { parseFlags } from '../settings/flags'
import { fitted } from './help'

export const openapiHelp = fitted(`Usage: whereabouts openapi print [--yaml]

Prints the OpenAPI document of the public API, as JSON or with --yaml as YAML. The service returns the same document at
/api/openapi.json and /api/openapi.yaml.`)

export async function openapi(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, { yaml: { type: 'boolean', default: false } })
  if (positionals.length !== 1 || positionals[0] !== 'print') {
    console.error(openapiHelp)
    return 2
  }
  const { json, yaml } = await documentTexts(publicEndpoints())
  // The process exits after this function returns. Output that a slow pipe has not read by then would be lost.
  await new Promise((resolve) => process.stdout.write(values.yaml ? yaml : json, resolve))
  return 0
}
