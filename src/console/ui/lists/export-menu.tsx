import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { use, useState } from 'react'
import { fetchFile } from '../../api/files'
import { locale } from '../../languages/language'
import { t } from '../../languages/messages'
import { toastProblem } from '../notices/toasts'
import { InMenu } from '../pages/more-menu'
import { download } from '../values/download'

/** A file for people, for programs, or a workbook. */
export type FileChoice = 'csv' | 'plain' | 'xlsx'

const labels: Readonly<Record<FileChoice, string>> = {
  csv: t('CSV'),
  plain: t('CSV for programs (comma, no byte order mark)'),
  xlsx: t('Excel (XLSX)'),
}

/** Spreadsheets expect semicolons where the comma is the decimal mark. */
const separator = new Intl.NumberFormat(locale()).format(0.5).includes(',') ? 'semicolon' : 'comma'

/** The parameters of a file of a list. */
export const fileQuery = (choice: FileChoice) => ({
  format: choice === 'xlsx' ? ('xlsx' as const) : ('csv' as const),
  ...(choice === 'csv' && { separator: separator as 'semicolon' | 'comma' }),
  ...(choice === 'plain' && { bom: false }),
})

interface ExportButtonProps {
  readonly onChoose: (choice: FileChoice) => void
  readonly disabled?: boolean
  readonly isRunning?: boolean
}

/** Opens the kinds of files. In the menu of a page, they are its items. */
export function ExportButton({ onChoose, disabled = false, isRunning = false }: ExportButtonProps) {
  const isInMenu = use(InMenu)
  const items = (Object.keys(labels) as FileChoice[]).map((choice) => (
    <Menu.Item key={choice} disabled={disabled} onClick={() => onChoose(choice)}>
      {isInMenu ? t('Export: {format}', { format: labels[choice] }) : labels[choice]}
    </Menu.Item>
  ))
  if (isInMenu) return items
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={disabled}
          loading={isRunning}
        >
          {t('Export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  )
}

interface ExportMenuProps {
  /** Path of the file, without parameters. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** Name of the file, without its ending. */
  readonly name: string
  readonly disabled?: boolean
}

/** Saves a list as a file. */
export function ExportMenu({ path, query, name, disabled = false }: ExportMenuProps) {
  const [isRunning, setRunning] = useState(false)
  async function run(choice: FileChoice): Promise<void> {
    setRunning(true)
    const wanted = fileQuery(choice)
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries({ ...query, ...wanted }))
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined) params.append(key, String(each))
    try {
      download(`${name}.${wanted.format}`, await fetchFile(`${path}?${params.toString()}`, '*/*'))
    } catch (error) {
      toastProblem(error)
    } finally {
      setRunning(false)
    }
  }
  return <ExportButton onChoose={(choice) => void run(choice)} disabled={disabled} isRunning={isRunning} />
}
