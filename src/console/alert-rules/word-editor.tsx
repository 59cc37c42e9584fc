import { Group, NumberInput, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { RecordSelect } from '../records/record-select'
import type { ApiForm } from '../ui/forms/use-api-form'
import { HoursEditor } from './hours-editor'
import { HoldChoices } from './hold-choices'
import { RecipientsEditor, RepeatEditor } from './recipients-editor'
import { LengthInput } from './length-input'
import { kinds, type Kind, type RuleDraft, setKind, unitOfThreshold } from './rule-draft'
import { fieldsOfWord, kindChoices, type Word, wordNames } from './rule-words'
import { ScopeEditor } from './scope-editor'

interface WordEditorProps {
  readonly word: Word
  readonly form: ApiForm<RuleDraft>
  /** Where the asset is that the rule began with. */
  readonly usualPlace?: number | null | undefined
}

/** Changes one word of the sentence. */
export function WordEditor({ word, form, usualPlace }: WordEditorProps) {
  const { values } = form
  const error = fieldsOfWord[word].map((field) => form.problems(field)[0]?.message).find(Boolean)
  switch (word) {
    case 'kind':
      return <KindEditor form={form} usualPlace={usualPlace} />
    case 'assets':
      return <ScopeEditor scope={values.scope} error={error} onChange={(scope) => form.set('scope', scope)} />
    case 'place':
    case 'from':
      return <PlaceEditor {...{ form, word, error }} />
    case 'minutes':
      return (
        <LengthInput
          label={wordNames.minutes}
          seconds={(values.minutes ?? 0) * 60}
          step={60}
          error={error}
          onChange={(seconds) => form.set('minutes', Math.max(1, Math.round(seconds / 60)))}
        />
      )
    case 'hold':
    case 'clear':
      return <WaitEditor {...{ form, word, error }} />
    case 'threshold':
      return <ThresholdEditor form={form} error={error} />
    case 'counts':
      return <CountsEditor form={form} />
    case 'hours':
      return <HoursEditor hours={values.hours} error={error} onChange={(hours) => form.set('hours', hours)} />
    case 'tell':
      return <RecipientsEditor form={form} />
    case 'repeat':
      return (
        <RepeatEditor form={form}>
          <LengthInput
            label={wordNames.repeat}
            seconds={(values.renotify_minutes ?? 0) * 60}
            step={60}
            error={error}
            onChange={(seconds) => form.set('renotify_minutes', Math.max(1, Math.round(seconds / 60)))}
          />
        </RepeatEditor>
      )
    case 'severity':
      return (
        <SegmentedControl
          aria-label={wordNames.severity}
          value={values.severity}
          onChange={(value) => form.set('severity', value as RuleDraft['severity'])}
          data={[
            { value: 'normal', label: t('Normal') },
            { value: 'urgent', label: t('Urgent') },
          ]}
        />
      )
  }
}

interface OneProps<W extends Word> extends Pick<WordEditorProps, 'form'> {
  readonly word: W
  readonly error: string | undefined
}

function PlaceEditor({ form, word, error }: OneProps<'place' | 'from'>) {
  const field = word === 'place' ? 'location_id' : 'from_location_id'
  return (
    <RecordSelect
      kind="location"
      label={wordNames[word]}
      placeholder={t('Search by name or key')}
      value={form.values[field]}
      error={error}
      onChange={(id) => form.set(field, id)}
    />
  )
}

function WaitEditor({ form, word, error }: OneProps<'hold' | 'clear'>) {
  const field = word === 'hold' ? 'hold_seconds' : 'clear_seconds'
  return (
    <Stack gap="xs">
      <LengthInput
        label={wordNames[word]}
        seconds={form.values[field]}
        step={1}
        error={error}
        onChange={(seconds) => form.set(field, seconds)}
      />
      <Text size="sm" c="dimmed">
        {word === 'hold'
          ? t('What is over sooner opens no alert. 0 opens it at once.')
          : t('What is over for a shorter time does not close the alert. 0 closes it at once.')}
      </Text>
      {word === 'hold' && (
        <HoldChoices draft={form.values} onChoose={(seconds) => form.set('hold_seconds', seconds)} />
      )}
    </Stack>
  )
}

function KindEditor({ form, usualPlace }: Pick<WordEditorProps, 'form' | 'usualPlace'>) {
  return (
    <Radio.Group
      aria-label={wordNames.kind}
      value={form.values.kind}
      onChange={(kind) => setKind(form, kind as Kind, usualPlace)}
    >
      <Stack gap="xs">
        {kinds.map((kind) => (
          <Radio key={kind} value={kind} label={kindChoices[kind]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const thresholdHints: Readonly<Partial<Record<Kind, string>>> = {
  battery_low: t('Tags that send a voltage only are not compared. There is another rule for them.'),
  voltage_low: t('Tags that send a percentage only are not compared. There is another rule for them.'),
}

function ThresholdEditor({ form, error }: Pick<OneProps<'place'>, 'form' | 'error'>) {
  const { kind, threshold } = form.values
  return (
    <Stack gap="xs">
      <NumberInput
        label={`${wordNames.threshold}, ${unitOfThreshold(kind)}`}
        value={threshold ?? ''}
        error={error}
        onChange={(value) => form.set('threshold', typeof value === 'number' ? value : null)}
      />
      <Text size="sm" c="dimmed">
        {thresholdHints[kind] ?? t('The last value that a tag has sent is compared.')}
      </Text>
    </Stack>
  )
}

function CountsEditor({ form }: Pick<WordEditorProps, 'form'>) {
  const input = (field: 'min_count' | 'max_count', label: string) => (
    <NumberInput
      label={label}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      value={form.values[field] ?? ''}
      error={form.problems(field)[0]?.message}
      onChange={(value) => form.set(field, typeof value === 'number' ? value : null)}
    />
  )
  return (
    <Group gap="sm" align="flex-start">
      {input('min_count', t('Fewer than'))}
      {input('max_count', t('More than'))}
    </Group>
  )
}
