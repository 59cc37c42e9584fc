import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { columnName } from './column-choices'
import { type Answer, isNumbers } from './columns'
import { type DayOrder, inWords, readDate } from './cells/dates'
import { chooseAnswer, type ImportRun } from './import-run'
import { type DecimalMark, readNumber } from './cells/numbers'

interface QuestionProps {
  readonly column: number
  readonly example: string
  readonly name: string
  readonly answer: Answer | undefined
}

/** Asks how to read the columns whose dates or numbers can be read in two ways. */
export const ColumnQuestions = ({ run: { heads, plan, answers } }: { readonly run: ImportRun }) =>
  Array.from(plan.questions, ([column, example]) => {
    const Question = isNumbers(plan.mapping[column] ?? null) ? NumberQuestion : DateQuestion
    const name = columnName(heads[column] ?? '', column)
    return (
      <Question key={column} column={column} example={example} name={name} answer={answers.get(column)} />
    )
  })

const orders: readonly DayOrder[] = ['day-first', 'month-first']

const DateQuestion = (props: QuestionProps) => (
  <Choice
    {...props}
    title={t('Which date is {example} in the column {column}?', {
      example: props.example,
      column: props.name,
    })}
    reason={t('All dates of this column can be read with the day or with the month first.')}
    label={t('Dates of {column}', { column: props.name })}
    choices={orders.map((order) => {
      const read = readDate(props.example, order)
      return [order, read ? inWords(read) : '']
    })}
  />
)

const marks: readonly DecimalMark[] = ['.', ',']

const NumberQuestion = (props: QuestionProps) => (
  <Choice
    {...props}
    title={t('Which number is {example} in the column {column}?', {
      example: props.example,
      column: props.name,
    })}
    reason={t('The numbers of this column do not show whether a point or a comma is the decimal mark.')}
    label={t('Numbers of {column}', { column: props.name })}
    choices={marks.map((mark) => [mark, inPlainDigits(readNumber(props.example, mark))])}
  />
)

/** Without groups, because these could be read as decimals. */
const plain = new Intl.NumberFormat(locale(), { useGrouping: false, maximumFractionDigits: 3 })

const inPlainDigits = (number = ''): string => plain.format(Number(number))

interface ChoiceProps extends QuestionProps {
  readonly title: string
  readonly reason: string
  /** Names the group of buttons. */
  readonly label: string
  readonly choices: readonly (readonly [answer: Answer, text: string])[]
}

const Choice = ({ column, answer, title, reason, label, choices }: ChoiceProps) => (
  <Alert color={answer === undefined ? 'yellow' : 'gray'} title={title}>
    <Stack gap="xs">
      <Text size="sm">{reason}</Text>
      <Group gap="xs" role="group" aria-label={label}>
        {choices.map(([choice, text]) => (
          <Button
            key={choice}
            variant={answer === choice ? 'light' : 'default'}
            aria-pressed={answer === choice}
            onClick={() => void chooseAnswer(column, choice).catch(toastProblem)}
          >
            {text}
          </Button>
        ))}
      </Group>
    </Stack>
  </Alert>
)
