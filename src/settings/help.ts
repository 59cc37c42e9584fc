import { configKey, environmentVariable, flagOf, type Setting, settingKeys, settingsTable } from './table'

/** Returns the list of settings for the help: a line with the names and the default of each, and its meaning below. */
export function settingsHelp(): string {
  const rows = [
    {
      key: configKey,
      otherwise: 'none',
      meaning: 'TOML file with settings; its keys are names such as data_dir',
    },
    ...settingKeys.map((key) => {
      const setting: Setting = settingsTable[key]
      return { key, otherwise: defaultInHelp(setting), meaning: meaningInHelp(setting) }
    }),
  ]
  return rows
    .map(({ key, otherwise, meaning }) =>
      [`  ${flagOf(key)} ${environmentVariable(key)} (default: ${otherwise})`, `      ${meaning}`].join('\n'),
    )
    .join('\n')
}

function defaultInHelp(setting: Setting): string {
  if (setting.sameAs) return `as ${flagOf(setting.sameAs)}`
  return setting.default || (setting.otherwise ?? 'none')
}

const meaningInHelp = ({ meaning, kind }: Setting): string =>
  kind.choices ? `${meaning} (${kind.choices})` : meaning
