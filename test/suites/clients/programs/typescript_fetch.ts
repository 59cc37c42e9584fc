/** The quickstart with the typescript-fetch client of openapi-generator. */

import { createInterface } from 'node:readline'
import * as generated from './client'
import type { AssetPatch, Tag } from './client'

const { API_URL: basePath = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env

const tagsOf = (tags: Tag[]): string => tags.map(({ tagType, value }) => `${tagType}:${value}`).join(',')

async function run(): Promise<void> {
  const anonymous = new generated.IdentityApi(new generated.Configuration({ basePath }))
  const first = await anonymous.createToken({
    tokenRequest: { grantType: 'client_credentials', clientId, clientSecret },
  })
  const pair = await anonymous.createToken({
    tokenRequest: { grantType: 'refresh_token', refreshToken: first.refreshToken },
  })
  console.log('token', pair.tokenType, pair.expiresIn)

  const configuration = new generated.Configuration({ basePath, accessToken: pair.accessToken })
  const assets = new generated.AssetsApi(configuration)
  const locations = new generated.LocationsApi(configuration)
  const tracking = new generated.TrackingApi(configuration)

  const { data: dock } = await locations.createLocation({
    locationCreate: { name: 'Dock 1', externalKey: 'DOCK-1' },
  })
  console.log('location', dock.externalKey, dock.deletedAt)

  let { data: asset } = await assets.createAsset({
    assetCreate: {
      name: 'Pallet 1',
      externalKey: 'PALLET-1',
      metadata: { color: 'blue' },
      tags: [
        { tagType: 'rfid', value: 'E28011600001' },
        { tagType: 'ble', value: 'AC233F5E1A02' },
        { tagType: 'barcode', value: '4006381333931' },
      ],
    },
  })
  console.log('asset', asset.externalKey, JSON.stringify(asset.metadata), tagsOf(asset.tags))

  const assetId = asset.id
  const patch = async (assetPatch: AssetPatch) => (await assets.updateAsset({ assetId, assetPatch })).data
  asset = await patch({ name: 'Pallet 2' })
  console.log('name', asset.name, JSON.stringify(asset.metadata), tagsOf(asset.tags))
  asset = await patch({ metadata: { color: 'red' } })
  console.log('metadata', asset.name, JSON.stringify(asset.metadata))
  asset = await patch({ metadata: {} })
  console.log('cleared', JSON.stringify(asset.metadata))

  const { data: tag } = await assets.attachAssetTag({
    assetId,
    tagRequest: { tagType: 'rfid', value: 'E28011600002' },
  })
  console.log('tag', tagsOf([tag]))
  const renamed = await assets.renameAsset({ assetId, renameRequest: { externalKey: 'PALLET-2' } })
  console.log('renamed', renamed.data.externalKey, renamed.descendantCountAffected)
  const page = await assets.listAssets({ externalKey: ['PALLET-1', 'PALLET-2'], sort: '-name,created_at' })
  console.log('listed', page.totalCount, tagsOf(page.data[0]?.tags ?? []))

  console.log('scan')
  const lines = createInterface(process.stdin)
  await new Promise((resolve) => lines.once('line', resolve))
  lines.close()
  const [row] = (await tracking.listAssetLocations({ assetId: [assetId] })).data
  console.log('report', row?.assetExternalKey, row?.locationExternalKey)
  const [event] = (await tracking.listAssetHistory({ assetId, sort: '-event_observed_at' })).data
  const isSame = event?.eventObservedAt.getTime() === row?.assetLastSeen.getTime()
  console.log('history', event?.locationExternalKey, event?.durationSeconds, isSame)

  await assets.detachAssetTag({ assetId, tagId: tag.id })
  await assets.deleteAsset({ assetId })
  await locations.deleteLocation({ locationId: dock.id })
  const gone = await assets.getAsset({ assetId }).catch((error: generated.ResponseError) => error.response)
  if (!(gone instanceof Response)) throw new Error('The asset is still there')
  console.log('deleted', gone.status, generated.ErrorEnvelopeFromJSON(await gone.json()).error.type)
}

void run()
