import { api, dataOf, queryClient } from '../../api/client'
import { t } from '../../languages/messages'
import { BulkReport } from '../../ui/lists/bulk-report'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import { SelectionBar } from '../../ui/lists/selection-bar'
import { useBulk } from '../../ui/lists/use-bulk'
import type { Selection } from '../../ui/lists/use-selection'
import { patchReader, pathOf, type Reader } from '../use-reader'

interface SelectedReadersProps {
  readonly selection: Selection<Reader>
}

const reload = () =>
  Promise.all([['readers'], ['reader']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const setActive = (isActive: boolean) => (id: number) => patchReader({ id }, { is_active: isActive })

const remove = (id: number) => dataOf(api.DELETE('/internal/v1/readers/{reader}', { params: pathOf({ id }) }))

/** What admins can do with the selected readers: activate, deactivate and delete them. */
export function SelectedReaders({ selection }: SelectedReadersProps) {
  const bulk = useBulk({ reload })
  const selected = selection.rows

  async function changeEach(
    change: (id: number) => Promise<unknown>,
    done: (count: number) => string,
  ): Promise<void> {
    const failures = await bulk.run(selected, ({ id }) => change(id), done)
    if (failures.length > 0) selection.choose(failures.map(({ id }) => id))
  }
  return (
    <>
      <SelectionBar selection={selection}>
        <ConfirmButton
          label={t('Activate')}
          title={t('Activate {count, plural, one {# reader} other {# readers}}', { count: selected.length })}
          onConfirm={() =>
            changeEach(setActive(true), (count) =>
              t('{count, plural, one {# reader activated} other {# readers activated}}', { count }),
            )
          }
        >
          {t('Their messages are processed again.')}
        </ConfirmButton>
        <ConfirmButton
          label={t('Deactivate')}
          title={t('Deactivate {count, plural, one {# reader} other {# readers}}', {
            count: selected.length,
          })}
          onConfirm={() =>
            changeEach(setActive(false), (count) =>
              t('{count, plural, one {# reader deactivated} other {# readers deactivated}}', { count }),
            )
          }
        >
          {t('Messages from inactive readers are discarded.')}
        </ConfirmButton>
        <ConfirmButton
          label={t('Delete')}
          title={t('Delete {count, plural, one {# reader} other {# readers}}', { count: selected.length })}
          onConfirm={() =>
            changeEach(remove, (count) =>
              t('{count, plural, one {# reader deleted} other {# readers deleted}}', { count }),
            )
          }
        >
          {t('Their device tokens stop working. The history of assets is kept.')}
        </ConfirmButton>
      </SelectionBar>
      <BulkReport bulk={bulk} />
    </>
  )
}
