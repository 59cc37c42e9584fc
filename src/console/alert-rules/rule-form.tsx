import { Alert, Button, Group, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../languages/messages'
import type { ApiForm } from '../ui/forms/use-api-form'
import { RehearsalCard } from './rehearsal-card'
import { RuleNotes } from './rule-notes'
import { nameOf, type RuleDraft } from './rule-draft'
import { RuleSentence } from './rule-sentence'
import { fieldsOfWord, type Word, wordNames, wordsOf, wordsOfRule } from './rule-words'
import { useNamesOf } from './use-rule-names'
import { WordEditor } from './word-editor'

/** Returns the name that a rule gets when its user gives none. */
export function useUsualName(draft: RuleDraft): string {
  const words = wordsOf(draft, useNamesOf(draft))
  return nameOf(draft.kind, words.assets, words.place)
}

interface RuleFormProps {
  readonly form: ApiForm<RuleDraft>
  readonly buttons: ReactNode
  /** Where the asset is that the rule began with. */
  readonly usualPlace?: number | null | undefined
}

/**
 * A rule as a sentence, whose words are buttons. The open word has its editor under the sentence. As a form, all words have theirs
 * below each other.
 */
export function RuleForm({ form, buttons, usualPlace }: RuleFormProps) {
  const [open, setOpen] = useState<Word>()
  const [isPlain, setIsPlain] = useState(false)
  const sentence = useRef<HTMLFieldSetElement>(null)
  const usualName = useUsualName(form.values)

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    const { key, defaultPrevented: isUsed, currentTarget } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
    }
    if (key !== 'Escape' || isUsed || open === undefined) return
    setOpen(undefined)
    sentence.current?.querySelector<HTMLElement>(`[data-word=${open}]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the editor in it
    <form onSubmit={form.onSubmit} onKeyDown={onKeyDown} noValidate className="rule-form">
      <div className="rule-parts">
        {form.problem !== undefined && <Alert color="red">{form.problem}</Alert>}
        <Group justify="flex-end">
          <Button variant="subtle" size="compact-sm" onClick={() => setIsPlain(!isPlain)}>
            {isPlain ? t('Show as a sentence') : t('Show as a form')}
          </Button>
        </Group>
        {isPlain ? (
          <PlainForm form={form} usualPlace={usualPlace} />
        ) : (
          <>
            <fieldset ref={sentence} className="rule-sentence">
              <legend className="visually-hidden">{t('The rule')}</legend>
              <p>
                <Sentence form={form} open={open} onOpen={setOpen} />
              </p>
            </fieldset>
            <Problems form={form} />
            {open !== undefined && (
              <section className="rule-editor" aria-label={wordNames[open]}>
                <WordEditor key={open} word={open} form={form} usualPlace={usualPlace} />
              </section>
            )}
          </>
        )}
        <TextInput
          label={t('Name')}
          maxLength={255}
          placeholder={usualName}
          maw={480}
          {...form.text('name')}
        />
        <Group gap="sm">{buttons}</Group>
      </div>
      <RehearsalCard draft={form.values} />
      <RuleNotes draft={form.values} />
    </form>
  )
}

/** The editors of all words, with the name of each. An input with a label has its name already. */
const PlainForm = ({ form, usualPlace }: Pick<RuleFormProps, 'form' | 'usualPlace'>) =>
  wordsOfRule(form.values).map((word) => (
    <fieldset key={word} className="rule-field">
      <legend className={isLabeled(word) ? 'visually-hidden' : undefined}>{wordNames[word]}</legend>
      <WordEditor word={word} form={form} usualPlace={usualPlace} />
    </fieldset>
  ))

const isLabeled = (word: Word): boolean => ['from', 'place', 'minutes', 'hold', 'clear'].includes(word)

const allWords = Object.keys(fieldsOfWord) as readonly Word[]

const problemOf = (form: ApiForm<RuleDraft>, word: Word) =>
  fieldsOfWord[word].flatMap((field) => form.problems(field))[0]

interface SentenceProps extends Pick<RuleFormProps, 'form'> {
  readonly open: Word | undefined
  readonly onOpen: (word: Word | undefined) => void
}

function Sentence({ form, open, onOpen }: SentenceProps) {
  const texts = wordsOf(form.values, useNamesOf(form.values))
  const buttonOf = (word: Word) => (
    <button
      type="button"
      className="rule-word"
      data-word={word}
      aria-expanded={open === word}
      aria-invalid={problemOf(form, word) ? true : undefined}
      aria-label={t('{name}: {value}, change', { name: wordNames[word], value: texts[word] })}
      onClick={() => onOpen(open === word ? undefined : word)}
    >
      {texts[word]}
    </button>
  )
  const words = Object.fromEntries(allWords.map((word) => [word, buttonOf(word)]))
  return <RuleSentence rule={form.values} words={words as Readonly<Record<Word, ReactNode>>} />
}

/** What the service refuses, with the name of the word. */
const Problems = ({ form }: Pick<RuleFormProps, 'form'>) =>
  allWords.map((word) => {
    const problem = problemOf(form, word)
    return (
      problem && (
        <p key={word} role="alert" className="rule-problem">
          {wordNames[word]}: {problem.message}
        </p>
      )
    )
  })
