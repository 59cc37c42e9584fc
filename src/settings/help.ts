import { configKey, environmentVariable, flagOf, type Setting, settingKeys, settingsTable } from './table'

/** Returns the list of settings for the help, in aligned columns. */
export function settingsHelp(): string {
  const rows = [
    ['Flag', 'Variable', 'Default', 'Meaning'],
    [
      flagOf(configKey),
      environmentVariable(configKey),
      'none',
      'TOML file with settings; its keys are names such as data_dir',
    ],
    ...settingKeys.map((key) => {
      const setting: Setting = settingsTable[key]
      return [flagOf(key), environmentVariable(key), defaultInHelp(setting), meaningInHelp(setting)]
    }),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return `${lines.join('\n')}\n`
}

function defaultInHelp(setting: Setting): string {
  if (setting.sameAs) return `as ${flagOf(setting.sameAs)}`
  return setting.default || (setting.otherwise ?? 'none')
}

const meaningInHelp = ({ meaning, kind }: Setting): string =>
  kind.choices ? `${meaning} (${kind.choices})` : meaning
