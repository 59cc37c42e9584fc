import { Button, Menu } from '@mantine/core'
import { t } from '../languages/messages'
import { type Kind, newDraft } from './rule-draft'
import { RuleSentence } from './rule-sentence'
import { wordsOf } from './rule-words'
import { useNamesOf } from './use-rule-names'

/** Rules that most organizations begin with. */
const templates: readonly Kind[] = [
  'reader_silent',
  'missing',
  'left',
  'dwell',
  'par',
  'tag_unknown',
  'too_warm',
  'battery_low',
]

interface TemplatesProps {
  /** Whether the choice is open at first. */
  readonly isOpened: boolean
  readonly onChoose: (kind: Kind) => void
}

/** Rules to begin with, each as its sentence. */
export const Templates = ({ isOpened, onChoose }: TemplatesProps) => (
  <Menu width={420} position="bottom-end" defaultOpened={isOpened}>
    <Menu.Target>
      <Button variant="default">{t('Choose a template')}</Button>
    </Menu.Target>
    <Menu.Dropdown>
      {templates.map((kind) => (
        <Menu.Item key={kind} onClick={() => onChoose(kind)}>
          <Template kind={kind} />
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

function Template({ kind }: { readonly kind: Kind }) {
  const draft = newDraft({ kind })
  return <RuleSentence rule={draft} words={wordsOf(draft, useNamesOf(draft))} />
}
