import { useState } from 'react'
import { api, dataOf, queryClient } from '../api/client'
import { invalid } from '../api/errors'
import type { TreeLocation } from '../api/location-tree'
import { newId } from '../api/new-id'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { LocationTreeSelect } from '../locations/location-tree-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import type { BulkFailure, BulkRow } from '../ui/lists/use-bulk'

/** Assets are moved by hand with a scan without a tag (docs/internal-api.md, Scans). */

/** The most assets of a request, below the limit of the service: a part that fails costs no more than this. */
export const movedMax = 1000

/**
 * Moves assets to a location, and returns those that the service has rejected.
 *
 * @param submissionId the same for each attempt, so that an attempt whose response was lost is not recorded twice
 */
export async function moveAssets(
  assets: readonly BulkRow[],
  location: TreeLocation,
  submissionId: string,
): Promise<BulkFailure[]> {
  const body = {
    submission_id: submissionId,
    location_id: location.id,
    reads: assets.map(({ id }) => ({ asset_id: id })),
  }
  const { data } = await dataOf(api.POST('/internal/v1/scans', { body }))
  return data.rejected.flatMap(({ index, code, message, text }) => {
    const asset = assets[index]
    const reason = code === 'fk_not_found' ? t('Asset not found') : serverText(message, text)
    return asset ? [{ id: asset.id, name: asset.name, reason }] : []
  })
}

/** Shows the new location everywhere. */
export const assetsMoved = () =>
  Promise.all(
    ['report', 'history', 'locations'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )

interface MoveFormProps {
  /** Throws when nothing was moved. The dialog then stays open. */
  readonly onMove: (location: TreeLocation, submissionId: string) => Promise<unknown>
  readonly onClose: () => void
}

interface MoveDialogProps extends MoveFormProps {
  readonly opened: boolean
  /** "Move Pump 3" */
  readonly title: string
}

/** Asks to which location assets are moved. They need no tag. */
export const MoveDialog = ({ opened, title, ...form }: MoveDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title={title}>
    <MoveForm {...form} />
  </FormDialog>
)

function MoveForm({ onMove, onClose }: MoveFormProps) {
  const { data: locations } = useLocationTree()
  const [id] = useState(newId)
  const form = useApiForm<{ location_id: number | null }, unknown>({
    initial: { location_id: null },
    submit: ({ location_id: locationId }) => {
      const location = locationId === null ? undefined : locations?.byId.get(locationId)
      if (!location) throw invalid('location_id', t('Choose a location'))
      return onMove(location, `${id}-${location.id}`)
    },
    done: onClose,
  })
  const { value, error } = form.choice('location_id')
  return (
    <Form form={form} label={t('Move')}>
      <LocationTreeSelect
        label={t('Location')}
        description={t('Recorded as a scan at this moment. A reader that reads a tag moves the asset again.')}
        placeholder={t('Choose a location')}
        openOnFocus={false}
        data-autofocus
        locations={locations?.all ?? []}
        value={value}
        error={error}
        onChange={(chosen) => form.set('location_id', chosen)}
      />
    </Form>
  )
}
