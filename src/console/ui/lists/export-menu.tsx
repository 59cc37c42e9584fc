import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fetchFile } from '../../api/files'
import { locale } from '../../languages/language'
import { t } from '../../languages/messages'
import { toastProblem } from '../notices/toasts'
import { download } from '../values/download'

interface ExportMenuProps {
  /** Path of the file, with its parameters. */
  readonly pathOf: (format: 'csv' | 'xlsx') => string
  /** Name of the file, without its ending. */
  readonly name: string
  readonly formats: readonly ('csv' | 'xlsx')[]
  readonly disabled?: boolean
}

const labels = { csv: t('CSV'), xlsx: t('Excel (XLSX)') }

/** Spreadsheets expect semicolons where the comma is the decimal mark. */
export const separator = new Intl.NumberFormat(locale()).format(0.5).includes(',') ? 'semicolon' : 'comma'

/** Saves a list as a file. */
export function ExportMenu({ pathOf, name, formats, disabled = false }: ExportMenuProps) {
  const [isRunning, setRunning] = useState(false)
  async function run(format: 'csv' | 'xlsx'): Promise<void> {
    setRunning(true)
    try {
      download(`${name}.${format}`, await fetchFile(pathOf(format), format === 'csv' ? 'text/csv' : '*/*'))
    } catch (error) {
      toastProblem(error)
    } finally {
      setRunning(false)
    }
  }
  const [only, ...others] = formats
  const button = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={disabled}
      loading={isRunning}
      {...(only && others.length === 0 && { onClick: () => void run(only) })}
    >
      {only && others.length === 0 ? labels[only] : t('Export')}
    </Button>
  )
  if (others.length === 0) return button
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {labels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
