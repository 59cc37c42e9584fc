import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../languages/messages'
import { LinkButton, PageLink } from '../ui/pages/link'

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  /** Whether this is the step to take now. */
  readonly isNext: boolean
  readonly title: string
  /** What the step resulted in, when it is done. */
  readonly result?: string | undefined
  /** The page on which the user takes the step. */
  readonly href?: string
  readonly action?: string
  /** Shown while the step is open. */
  readonly children: ReactNode
  readonly details?: ReactNode
}

/** One of the first steps. The next one has a button, a later one a link. */
export const Step = ({
  number,
  isDone,
  isNext,
  title,
  result,
  href,
  action,
  children,
  details,
}: StepProps) => (
  <li data-step={isDone ? 'done' : 'open'} data-next={isNext || undefined}>
    <span className="step-mark" aria-hidden>
      {isDone ? <IconCheck size={16} stroke={2.5} /> : number}
    </span>
    <div className="step-text">
      <Text fw={600}>
        {title}
        {isDone && <span className="visually-hidden"> {t('(done)')}</span>}
      </Text>
      {isDone && result !== undefined && (
        <Text size="sm" c="dimmed">
          {result}
        </Text>
      )}
      {!isDone && (
        <>
          <Text size="sm" c="dimmed" component="div">
            {children}
          </Text>
          {href !== undefined &&
            action !== undefined &&
            (isNext ? (
              <LinkButton href={href} mt="sm">
                {action}
              </LinkButton>
            ) : (
              <PageLink href={href} size="sm" fw={600}>
                {action}
              </PageLink>
            ))}
          {details}
        </>
      )}
    </div>
  </li>
)
