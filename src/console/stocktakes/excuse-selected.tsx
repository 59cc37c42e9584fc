import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { BulkReport } from '../ui/lists/bulk-report'
import { SelectionBar } from '../ui/lists/selection-bar'
import { useBulk } from '../ui/lists/use-bulk'
import type { Selection } from '../ui/lists/use-selection'
import { type SelectableLine, excuse, isExcusable, stocktakesChanged } from './stocktake-queries'

interface ExcuseSelectedProps {
  readonly id: number
  readonly selection: Selection<SelectableLine>
}

/** Excuses the selected assets with one note. The dialog keeps those for which it was opened. */
export function ExcuseSelected({ id, selection }: ExcuseSelectedProps) {
  const [lines, setLines] = useState<readonly SelectableLine[]>([])
  const [opened, { open, close }] = useDisclosure(false)
  const bulk = useBulk({ reload: stocktakesChanged })
  const form = useApiForm({
    initial: { note: '' },
    async submit({ note }) {
      const failures = await bulk.run(
        lines,
        ({ asset_id: asset }) => excuse(id, asset, note),
        (count) => t('{count, plural, one {# asset excused} other {# assets excused}}', { count }),
      )
      selection.choose(failures.map(({ id: asset }) => asset))
    },
    done: close,
  })
  const excusable = selection.rows.filter(isExcusable)
  return (
    <>
      <SelectionBar selection={selection}>
        <Button
          variant="default"
          disabled={excusable.length === 0}
          onClick={() => {
            setLines(excusable)
            form.set('note', '')
            open()
          }}
        >
          {titleOf(excusable)}
        </Button>
      </SelectionBar>
      <BulkReport bulk={bulk} />
      <FormDialog opened={opened} onClose={close} title={titleOf(lines)}>
        <Form form={form} label={titleOf(lines)}>
          <Textarea
            label={t('Why are they not here?')}
            required
            autosize
            minRows={2}
            {...form.text('note')}
          />
        </Form>
      </FormDialog>
    </>
  )
}

const titleOf = ({ length: count }: readonly SelectableLine[]): string =>
  t('Excuse {count, plural, one {# asset} other {# assets}}', { count })
