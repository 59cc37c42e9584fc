import { defaultOf, meaningOf, settingGroups } from '../src/settings/groups'
import { environmentVariable } from '../src/settings/table'

/** The page docs/settings.md, from the table of settings. Run as a program, it writes the page. */

export const settingsDocumentPath = 'docs/settings.md'

/** What a group has beside its settings: where to read on. */
const notes: Readonly<Record<string, string>> = {
  Data: '[postgresql.md](postgresql.md) describes installations on PostgreSQL.',
  TLS: '[tls.md](tls.md) describes both kinds of certificates.',
  MQTT: '[broker.md](broker.md) describes the external broker, [mqtt-out.md](mqtt-out.md) what the service publishes.',
  'Sign-in': '[sign-in.md](sign-in.md) describes second factors, passkeys and providers.',
  Backups: '[backups.md](backups.md) describes the schedule, the places and the restore.',
  'Webhooks and outputs': '[webhooks.md](webhooks.md) describes the addresses that webhooks may reach.',
  Limits:
    'Each request also allows 10 ms of database work for its organization and user. A caller is an API key, a session, or an address without credentials.',
}

const head = `# Settings

\`bun run settings\` creates this page from the table of settings (\`src/settings/table.ts\`).

Each setting is an environment variable, a flag of \`whereabouts serve\` and a key of a TOML file, which \`--config\` or
\`WHEREABOUTS_CONFIG\` names. The flag of \`WHEREABOUTS_DATA_DIR\` is \`--data-dir\`, and its key is \`data_dir\`; the others follow
the same rule. A flag precedes a variable, a variable precedes the file. A variable with \`_FILE\` appended, such as
\`WHEREABOUTS_ADMIN_PASSWORD_FILE\`, names a file that contains the value. An unknown setting is an error. At the start, the log
lists the settings that have no effect.`

/** The cells of a table, without characters that end a cell or begin code. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

function groupOf([title, keys]: (typeof settingGroups)[number]): string {
  const rows = keys.map((key) => {
    const byDefault = defaultOf(key, environmentVariable)
    const isText = byDefault === 'none' || byDefault.includes(' ')
    const shown = isText ? byDefault : `\`${byDefault}\``
    return `| \`${environmentVariable(key)}\` | ${cell(shown)} | ${cell(meaningOf(key))} |`
  })
  const note = notes[title]
  return [
    `## ${title}`,
    '',
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    ...(note === undefined ? [] : ['', note]),
  ].join('\n')
}

export const settingsDocument = (): string => `${[head, ...settingGroups.map(groupOf)].join('\n\n')}\n`

if (import.meta.main) await Bun.write(settingsDocumentPath, settingsDocument())
