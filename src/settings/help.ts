import { defaultOf, meaningOf, settingGroups } from './groups'
import { configKey, flagOf } from './table'

/** Returns the list of settings for the help, by group: a line with the flag and the default of each, and its meaning below. */
export function settingsHelp(): string {
  const groups = settingGroups.map(([title, keys]) =>
    [
      `${title}:`,
      ...keys.flatMap((key) => [
        `  ${flagOf(key)} (default: ${defaultOf(key, flagOf)})`,
        `      ${meaningOf(key)}`,
      ]),
    ].join('\n'),
  )
  const file = [
    `  ${flagOf(configKey)} (default: none)`,
    '      TOML file with settings; its keys are names such as data_dir',
  ].join('\n')
  return [file, ...groups].join('\n\n')
}
