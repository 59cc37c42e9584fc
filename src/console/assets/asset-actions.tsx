import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import type { TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { labelsHref } from '../labels/labels-address'
import { t } from '../languages/messages'
import { ChangeKey } from '../records/change-key'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { useHasRoom } from '../ui/pages/frame'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { DangerItem, MenuLink, MoreMenu } from '../ui/pages/more-menu'
import { toastUndo } from '../ui/notices/toast-undo'
import { toastDone } from '../ui/notices/toasts'
import { assetsMoved, MoveDialog, moveAssets } from './move-assets'
import { assetChanged, assetDeleted, restoreAsset } from './use-asset'

/** Deletes an asset and closes its page. Offers to undo it. */
async function deleteWithUndo({ id, name }: Schemas['AssetView'], close: () => void): Promise<void> {
  const params = { path: { asset_id: id } }
  async function restore(): Promise<void> {
    await restoreAsset(id)
    await assetChanged(id)
  }
  await dataOf(api.DELETE('/api/v1/assets/{asset_id}', { params }))
  void toastUndo(t('{name} deleted', { name }), restore)
  close()
  await assetDeleted(id)
}

/** Moves an asset to a location by hand. */
async function moveByHand(
  asset: Schemas['AssetView'],
  to: TreeLocation,
  submissionId: string,
): Promise<void> {
  const [failure] = await moveAssets([asset], to, submissionId)
  if (failure) throw new Error(failure.reason)
  toastDone(t('{name} moved to {parent}', { name: asset.name, parent: to.name }))
  await assetsMoved()
}

/** The actions of the page of an asset. */
export function AssetActions({ asset }: { readonly asset: Schemas['AssetView'] }) {
  const { may } = useSignedIn()
  const hasRoom = useHasRoom()
  const [dialog, setDialog] = useState<'move' | 'key' | 'delete'>()
  const close = () => setDialog(undefined)
  const params = { path: { asset_id: asset.id } }
  const [tag] = asset.tags

  const scanHere = may('operator') && tag && (
    <HeaderAction href={`/scan?${new URLSearchParams({ tag: tag.value }).toString()}`}>
      {t('Scan here')}
    </HeaderAction>
  )
  const find = may('operator') && (
    <HeaderAction href={`/assets/${asset.id}/find`}>{t('Find it')}</HeaderAction>
  )
  const move = may('operator') && (
    <HeaderAction onClick={() => setDialog('move')}>{t('Move to…')}</HeaderAction>
  )
  return (
    <>
      {hasRoom && find}
      {hasRoom && scanHere}
      {hasRoom && move}
      {may('manager') && (
        <LinkButton href={`/assets/${asset.id}/edit`} variant="default">
          {t('Edit')}
        </LinkButton>
      )}
      <MoreMenu>
        {!hasRoom && find}
        {!hasRoom && scanHere}
        {!hasRoom && move}
        <MenuLink href={labelsHref('assets', [asset.external_key])}>{t('Print label')}</MenuLink>
        {may('manager') && (
          <MenuLink href={`/alert-rules/new?asset=${asset.id}`}>{t('Tell me when…')}</MenuLink>
        )}
        {may('manager') && <Menu.Item onClick={() => setDialog('key')}>{t('Change key')}</Menu.Item>}
        {may('manager') && <DangerItem onClick={() => setDialog('delete')}>{t('Delete')}</DangerItem>}
      </MoreMenu>
      <MoveDialog
        opened={dialog === 'move'}
        onClose={close}
        title={t('Move {name}', { name: asset.name })}
        onMove={(location, submissionId) => moveByHand(asset, location, submissionId)}
      />
      <ChangeKey
        opened={dialog === 'key'}
        onClose={close}
        what="asset"
        externalKey={asset.external_key}
        rename={(body) => dataOf(api.POST('/api/v1/assets/{asset_id}/rename', { params, body }))}
        done={() => assetChanged(asset.id)}
      />
      <DeleteAsset opened={dialog === 'delete'} onClose={close} asset={asset} />
    </>
  )
}

interface DeleteAssetProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly asset: Schemas['AssetView']
}

function DeleteAsset({ opened, onClose, asset }: DeleteAssetProps) {
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('Delete asset “{name}”', { name: asset.name })}
      label={t('Delete asset')}
      onConfirm={() => deleteWithUndo(asset, () => navigate('/assets', { replace: true }))}
    >
      {t(
        'The asset is removed from all lists, and its tags can be added to other assets. Its history is kept.',
      )}
    </ConfirmDialog>
  )
}
