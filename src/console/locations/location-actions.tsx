import { Menu } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { locationsChanged } from '../api/use-locations'
import { labelsHref } from '../labels/labels-address'
import { t } from '../languages/messages'
import { ChangeKey } from '../records/change-key'
import { LinkButton } from '../ui/pages/link'
import { DangerItem, MenuLink, MoreMenu } from '../ui/pages/more-menu'
import { DeleteLocation } from './delete-location'
import { MoveLocation } from './move-location'

interface LocationActionsProps {
  readonly location: Schemas['LocationView']
  readonly node: TreeLocation
  readonly tree: Locations
}

/** The actions of the page of a location. */
export function LocationActions({ location, node, tree }: LocationActionsProps) {
  const { may } = useSignedIn()
  const [dialog, setDialog] = useState<'move' | 'key' | 'delete'>()
  const onClose = () => setDialog(undefined)
  const item = (which: 'move' | 'key', label: string) =>
    may('manager') && <Menu.Item onClick={() => setDialog(which)}>{label}</Menu.Item>
  return (
    <>
      {may('manager') && (
        <LinkButton href={`/locations/${location.id}/edit`} variant="default">
          {t('Edit')}
        </LinkButton>
      )}
      <MoreMenu>
        {item('move', t('Move to…'))}
        <MenuLink href={`/locations/${location.id}/learn`}>{t('Learn here')}</MenuLink>
        <MenuLink href={labelsHref('locations', [location.external_key])}>{t('Print label')}</MenuLink>
        {may('manager') && (
          <MenuLink href={`/alert-rules/new?location=${location.id}`}>{t('Tell me when…')}</MenuLink>
        )}
        {item('key', t('Change key'))}
        {may('manager') && <DangerItem onClick={() => setDialog('delete')}>{t('Delete')}</DangerItem>}
      </MoreMenu>
      <MoveLocation opened={dialog === 'move'} onClose={onClose} location={node} locations={tree} />
      <ChangeKey
        opened={dialog === 'key'}
        onClose={onClose}
        what="location"
        externalKey={location.external_key}
        rename={(body) => {
          const params = { path: { location_id: location.id } }
          return dataOf(api.POST('/api/v1/locations/{location_id}/rename', { params, body }))
        }}
        done={locationsChanged}
      />
      <DeleteLocation opened={dialog === 'delete'} onClose={onClose} location={node} />
    </>
  )
}
