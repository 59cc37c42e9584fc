import { NativeSelect } from '@mantine/core'
import { t } from '../languages/messages'
import { chooseLanguage, chosenLanguage, languageOptions } from '../languages/start'

/** Selects the language on the pages that users see before they have signed in. */
export const LanguageChoice = () => (
  <NativeSelect
    aria-label={t('Language')}
    size="xs"
    maw="18rem"
    data={languageOptions()}
    value={chosenLanguage() ?? ''}
    onChange={(event) => chooseLanguage(event.currentTarget.value)}
  />
)
