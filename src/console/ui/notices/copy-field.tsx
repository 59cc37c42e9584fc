import { ActionIcon, Code, Group, Input, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../languages/messages'
import { copyText } from '../values/clipboard'
import { toastProblem } from './toasts'

interface CopyFieldProps {
  readonly label: string
  readonly value: string
}

/** A value with a button that copies it. */
export function CopyField({ label, value }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    if (!(await copyText(value))) throw new Error(t('Copying failed. Select the text and copy it manually.'))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }

  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block className="copy-value" data-copy={label}>
          {value}
        </Code>
        <Tooltip label={isCopied ? t('Copied') : t('Copy')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('Copy {label}', { label })}
            onClick={() => void copy().catch(toastProblem)}
          >
            {isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        </Tooltip>
        <span role="status" className="visually-hidden">
          {isCopied ? t('{label} copied', { label }) : ''}
        </span>
      </Group>
    </Input.Wrapper>
  )
}
