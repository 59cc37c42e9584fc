import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { python } from './python'

/** Programs that verify a signed request with the libraries of Standard Webhooks, installed once into dist. */

const directory = join(import.meta.dir, '../../dist/webhook-verifiers')

/** A command that reads a request as JSON (secret, body, headers) and fails when its signature is wrong. */
export type Verifier = readonly string[] | undefined

const run = (command: readonly string[], cwd: string): boolean =>
  Bun.spawnSync([...command], { cwd, stdio: ['ignore', 'ignore', 'ignore'], timeout: 60_000 }).success

const pythonProgram = `
import json, sys
sys.path.insert(0, ${JSON.stringify(directory)})
from standardwebhooks import Webhook
message = json.load(sys.stdin)
Webhook(message["secret"]).verify(message["body"], message["headers"])
`

/** Undefined when python3 or pip, or the package registry, is not at hand. */
export function pythonVerifier(): Verifier {
  if (python === null) return undefined
  const pip = [python, '-m', 'pip', 'install', '--quiet', '--retries', '0', '--target', directory]
  mkdirSync(directory, { recursive: true })
  const isInstalled = existsSync(join(directory, 'standardwebhooks'))
  return isInstalled || run([...pip, 'standardwebhooks==1.1.0'], directory)
    ? [python, '-c', pythonProgram]
    : undefined
}

const goProgram = `package main

import (
	"encoding/json"
	"net/http"
	"os"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	var message struct {
		Secret, Body string
		Headers      map[string]string
	}
	if json.NewDecoder(os.Stdin).Decode(&message) != nil {
		os.Exit(2)
	}
	webhook, err := webhooks.NewWebhook(message.Secret)
	if err != nil {
		os.Exit(3)
	}
	headers := http.Header{}
	for name, value := range message.Headers {
		headers.Set(name, value)
	}
	if webhook.Verify([]byte(message.Body), headers) != nil {
		os.Exit(1)
	}
}
`

/** Undefined when Go or the module proxy is not at hand. */
export async function goVerifier(): Promise<Verifier> {
  const go = Bun.which('go')
  if (go === null) return undefined
  const module = join(directory, 'go')
  const executable = join(module, 'verify')
  if (existsSync(executable)) return [executable]
  mkdirSync(module, { recursive: true })
  await Bun.write(
    join(module, 'go.mod'),
    'module verify\n\ngo 1.21\n\nrequire github.com/standard-webhooks/standard-webhooks/libraries v0.0.1\n',
  )
  await Bun.write(join(module, 'main.go'), goProgram)
  const isBuilt = run([go, 'mod', 'tidy'], module) && run([go, 'build', '-o', executable, '.'], module)
  return isBuilt ? [executable] : undefined
}
