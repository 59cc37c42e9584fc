import { Select } from '@mantine/core'
import { t } from '../languages/messages'
import { chooseLanguage, chosenLanguage, languageOptions } from '../languages/start'

/** Selects the language on the pages that users see before they have signed in. */
export function LanguageChoice() {
  const current = chosenLanguage() ?? ''
  return (
    // Not a native select, in which each arrow key would reload the page and discard what was typed.
    <Select
      aria-label={t('Language')}
      size="xs"
      maw="18rem"
      data={languageOptions()}
      value={current}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && chosen !== current && chooseLanguage(chosen)}
    />
  )
}
