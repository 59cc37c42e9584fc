import { ActionIcon, Alert, Button, Popover, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import type { AssetField } from '../fields/use-fields'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { usePathText } from '../ui/pages/place-path'
import { type Condition, type ListField, listFields, sentenceOf } from './conditions'
import { ConditionEditor } from './condition-editor'

type Problem = Schemas['ConditionProblem']

interface ConditionBarProps {
  readonly conditions: readonly Condition[]
  readonly fields: readonly AssetField[]
  /** Whether the address has something else than conditions. */
  readonly isUnreadable: boolean
  /** The conditions that do not apply. The search follows them. */
  readonly problems: readonly Problem[]
  readonly onChange: (conditions: readonly Condition[]) => void
  /** More buttons of the list. */
  readonly children?: ReactNode
}

/** The conditions of the list as chips, each of which can be changed and removed. */
export function ConditionBar({
  conditions,
  fields,
  isUnreadable,
  problems,
  onChange,
  children,
}: ConditionBarProps) {
  const pathOf = usePathText()
  const known = listFields(fields)
  const save = (index: number) => (condition: Condition) =>
    onChange(conditions.toSpliced(index, 1, condition))
  const textAt = (index: number): string => {
    const condition = conditions[index]
    return condition ? sentenceOf(condition, fields, (id) => pathOf(id)) : t('Search')
  }
  return (
    <>
      <div className="conditions" role="group" aria-label={t('Conditions')}>
        {conditions.map((condition, index) => (
          <Chip
            key={JSON.stringify(condition)}
            condition={condition}
            text={textAt(index)}
            isApplied={!problems.some((problem) => problem.index === index)}
            fields={known}
            onSave={save(index)}
            onRemove={() => onChange(conditions.toSpliced(index, 1))}
          />
        ))}
        <AddCondition fields={known} onSave={save(conditions.length)} />
        {children}
      </div>
      {(isUnreadable || problems.length > 0) && (
        <Alert color="yellow" mb="sm" role="status">
          {isUnreadable && (
            <div>{t('Some conditions of the address cannot be read. They are not applied.')}</div>
          )}
          {problems.map((problem) => (
            <div key={problem.index}>
              {t('Not applied: {condition}. {reason}.', {
                condition: textAt(problem.index),
                reason: serverText(problem.message, problem.text),
              })}
            </div>
          ))}
        </Alert>
      )}
    </>
  )
}

interface EditedProps {
  readonly fields: readonly ListField[]
  readonly onSave: (condition: Condition) => void
}

interface ChipProps extends EditedProps {
  readonly condition: Condition
  readonly text: string
  readonly isApplied: boolean
  readonly onRemove: () => void
}

function Chip({ condition, text, isApplied, fields, onSave, onRemove }: ChipProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <span className="condition" data-wrong={!isApplied || undefined}>
      <Editor
        isOpen={isOpen}
        onClose={close}
        name={t('Change the condition')}
        {...{ condition, fields, onSave }}
      >
        <UnstyledButton className="condition-text" aria-expanded={isOpen} onClick={toggle}>
          {!isApplied && <span className="visually-hidden">{t('Not applied:')} </span>}
          {text}
        </UnstyledButton>
      </Editor>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={28}
        aria-label={t('Remove the condition “{text}”', { text })}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </span>
  )
}

function AddCondition({ fields, onSave }: EditedProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <Editor
      isOpen={isOpen}
      onClose={close}
      name={t('Add condition')}
      condition={undefined}
      {...{ fields, onSave }}
    >
      <Button
        variant="subtle"
        size="compact-sm"
        className="condition-add"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('Add condition')}
      </Button>
    </Editor>
  )
}

interface EditorProps extends EditedProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly name: string
  readonly condition: Condition | undefined
  /** The button that opens it. */
  readonly children: ReactNode
}

const Editor = ({ isOpen, onClose, name, condition, fields, onSave, children }: EditorProps) => (
  <Popover
    opened={isOpen}
    onChange={(opened) => !opened && onClose()}
    position="bottom-start"
    trapFocus
    returnFocus
    width={300}
    withinPortal
  >
    <Popover.Target>{children}</Popover.Target>
    <Popover.Dropdown aria-label={name}>
      <ConditionEditor
        fields={fields}
        condition={condition}
        onSave={(changed) => {
          onClose()
          onSave(changed)
        }}
      />
    </Popover.Dropdown>
  </Popover>
)
