import { Button, Modal, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { ConfirmButton } from '../ui/confirm-button'
import { counted } from '../ui/format'
import { LinkButton } from '../ui/link'
import { SelectionBar } from '../ui/selection-bar'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import type { Selection } from '../ui/use-selection'

type Asset = Schemas['AssetView']

interface SelectedAssetsProps {
  readonly selection: Selection
  /** The assets that are shown. */
  readonly assets: readonly Asset[]
}

const assetsText = (count: number): string => (count === 1 ? '1 asset' : `${counted(count)} assets`)

/** Changes assets one after another. An error ends the work; the assets before it remain changed. */
async function changeEach(ids: readonly number[], change: (id: number) => Promise<unknown>, verb: string) {
  let done = 0
  try {
    for (const id of ids) {
      await change(id)
      done++
    }
  } finally {
    if (done > 0) toastDone(`${assetsText(done)} ${verb}`)
    await Promise.all(
      ['asset', 'assets', 'report', 'names'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
  }
}

/** What can be done with the selected assets: labels, a scan, a change of the status, and deleting them. */
export function SelectedAssets({ selection, assets }: SelectedAssetsProps) {
  const { may } = useSignedIn()
  const { ids } = selection
  const selected = assets.filter(({ id }) => selection.has(id))
  const keys = selected.map(({ external_key: key }) => key).join(',')
  const tags = selected.flatMap((asset) => (asset.tags[0] ? [['tag', asset.tags[0].value]] : []))
  return (
    <SelectionBar selection={selection} shown={assets.length}>
      <LinkButton href={`/labels?assets=${keys}`} variant="default">
        {ids.length === 1 ? 'Print label' : `Print labels of ${counted(ids.length)}`}
      </LinkButton>
      {may('operator') && tags.length > 0 && (
        <LinkButton href={`/scan?${new URLSearchParams(tags).toString()}`} variant="default">
          Scan here
        </LinkButton>
      )}
      {may('manager') && (
        <>
          <EditStatus selection={selection} />
          <ConfirmButton
            label="Delete"
            ofWhat={assetsText(ids.length)}
            onConfirm={() =>
              changeEach(
                ids,
                (id) =>
                  dataOf(api.DELETE('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } } })),
                'deleted',
              )
            }
          >
            The assets are removed from all lists, and their tags can be added to other assets. Their history
            is kept.
          </ConfirmButton>
        </>
      )}
    </SelectionBar>
  )
}

/** Sets the status of the selected assets. */
function EditStatus({ selection }: { readonly selection: Selection }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Set status
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Set the status of ${assetsText(selection.ids.length)}`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <StatusForm ids={selection.ids} onDone={close} />
      </Modal>
    </>
  )
}

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

function StatusForm({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const form = useApiForm<{ status: string }, void>({
    initial: { status: 'active' },
    submit: ({ status }) => {
      const body = { is_active: status === 'active' }
      const change = (id: number) =>
        dataOf(api.PATCH('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } }, body }))
      return changeEach(ids, change, 'changed')
    },
    done: onDone,
  })
  return (
    <Form form={form} label="Save">
      <NativeSelect
        label="Status"
        data={statuses}
        name="status"
        value={form.values.status}
        onChange={(event) => form.set('status', event.currentTarget.value)}
      />
    </Form>
  )
}
