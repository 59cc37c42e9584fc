import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { labelsHref } from '../labels/labels-address'
import { t } from '../languages/messages'
import { ChangeKey } from '../records/change-key'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { useHasRoom } from '../ui/frame'
import { HeaderAction } from '../ui/header-action'
import { LinkButton } from '../ui/link'
import { DangerItem, MenuLink, MoreMenu } from '../ui/more-menu'
import { toastUndo } from '../ui/toast-undo'
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

/** The actions of the page of an asset. */
export function AssetActions({ asset }: { readonly asset: Schemas['AssetView'] }) {
  const { may } = useSignedIn()
  const hasRoom = useHasRoom()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'key' | 'delete'>()
  const close = () => setDialog(undefined)
  const params = { path: { asset_id: asset.id } }
  const [tag] = asset.tags

  const remove = () => deleteWithUndo(asset, () => navigate('/assets', { replace: true }))
  const scanHere = may('operator') && tag && (
    <HeaderAction href={`/scan?${new URLSearchParams({ tag: tag.value }).toString()}`}>
      {t('Scan here')}
    </HeaderAction>
  )
  return (
    <>
      {hasRoom && scanHere}
      {may('manager') && (
        <LinkButton href={`/assets/${asset.id}/edit`} variant="default">
          {t('Edit')}
        </LinkButton>
      )}
      <MoreMenu>
        {!hasRoom && scanHere}
        <MenuLink href={labelsHref('assets', [asset.external_key])}>{t('Print label')}</MenuLink>
        {may('manager') && <Menu.Item onClick={() => setDialog('key')}>{t('Change key')}</Menu.Item>}
        {may('manager') && <DangerItem onClick={() => setDialog('delete')}>{t('Delete')}</DangerItem>}
      </MoreMenu>
      <ChangeKey
        opened={dialog === 'key'}
        onClose={close}
        what="asset"
        externalKey={asset.external_key}
        rename={(body) => dataOf(api.POST('/api/v1/assets/{asset_id}/rename', { params, body }))}
        done={() => assetChanged(asset.id)}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={t('Delete asset {name}', { name: asset.name })}
        label={t('Delete asset')}
        onConfirm={remove}
      >
        {t(
          'The asset is removed from all lists, and its tags can be added to other assets. Its history is kept.',
        )}
      </ConfirmDialog>
    </>
  )
}
