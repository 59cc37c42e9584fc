import { Alert, Button, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { RecordChanges } from '../changes/record-changes'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { tagTypeName } from '../records/tag-types'
import { FormDialog } from '../ui/forms/form-dialog'
import { PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { AssetDetails } from './asset-details'
import { AssetHistory } from './asset-history'
import { assetChanged } from './use-asset'

type DeletedAsset = Schemas['DeletedAsset']

const back = { href: '/assets?active=deleted', label: t('Deleted assets') }

/** Shows a deleted asset with its history, to restore it. */
export function DeletedAssetPage() {
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useQuery({
    queryKey: ['asset', id, 'deleted'],
    queryFn: async () => {
      const params = { path: { asset_id: id } }
      return (await dataOf(api.GET('/internal/v1/deleted-assets/{asset_id}', { params }))).data
    },
  })
  if (!data) return <NotFound error={error} onRetry={refetch} lines={8} back={back} />
  return (
    <>
      <PageHeader title={data.name} subtitle={<Code>{data.external_key}</Code>} back={back}>
        <Restore asset={data} />
      </PageHeader>
      <Stack>
        <Alert color="gray" title={t('This asset is deleted')}>
          {rich(
            'Deleted {time}. You can restore it at any time. Its photos are kept for 30 days after the deletion.',
            { time: <Time at={data.deleted_at} /> },
          )}
        </Alert>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <AssetDetails asset={data} />
          <Tags tags={data.tags} />
        </SimpleGrid>
        <AssetHistory id={data.id} externalKey={data.external_key} deletedAt={data.deleted_at} />
        <RecordChanges kind="asset" id={data.id} />
      </Stack>
    </>
  )
}

const Tags = ({ tags }: Pick<DeletedAsset, 'tags'>) => (
  <Section id="tags" title={t('Tags')}>
    {tags.length === 0 && <Text c="dimmed">{t('The asset had no tags.')}</Text>}
    <Pairs
      pairs={tags.map(({ tag_type: type, value, taken_by: owner }) => [
        `${tagTypeName(type)} ${value}`,
        owner ? (
          <>
            {rich('Now on {name}', {
              name: (
                <PageLink href={`/${owner.kind}s/${owner.id}`} inherit>
                  {owner.name}
                </PageLink>
              ),
            })}
          </>
        ) : (
          t('Free')
        ),
      ])}
    />
  </Section>
)

function Restore({ asset }: { readonly asset: DeletedAsset }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="filled" onClick={open}>
        {t('Restore')}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={t('Restore {name}?', { name: asset.name })}>
        <RestoreForm asset={asset} />
      </FormDialog>
    </>
  )
}

function RestoreForm({ asset }: { readonly asset: DeletedAsset }) {
  const [, navigate] = useLocation()
  const { id, external_key: key, key_taken_by: keyOwner, tags } = asset
  const taken = tags.filter((tag) => tag.taken_by !== null)
  const form = useApiForm({
    initial: { external_key: keyOwner ? '' : key },
    submit: async (body) => {
      const params = { path: { asset_id: id } }
      return (await dataOf(api.POST('/internal/v1/deleted-assets/{asset_id}/restore', { params, body }))).data
    },
    done({ asset: restored }) {
      toastDone(t('{name} restored', { name: restored.name }))
      navigate(`/assets/${id}`, { replace: true })
      void assetChanged(id)
    },
  })
  return (
    <Form form={form} label={t('Restore')}>
      <Text>
        {tags.length > 0
          ? t('The asset appears in all lists again, with its history and its tags.')
          : t('The asset appears in all lists again, with its history.')}
      </Text>
      {taken.length > 0 && (
        <Text>
          {t(
            '{count, plural, one {One tag is not restored, because something else has it now: {tags}.} other {# tags are not restored, because something else has them now: {tags}.}}',
            { count: taken.length, tags: taken.map(({ value }) => value).join(', ') },
          )}
        </Text>
      )}
      <TextInput
        label={t('Key')}
        description={
          keyOwner
            ? t('{name} has the key {key} now. Enter another one.', { name: keyOwner.name, key })
            : t('Letters, digits and hyphens.')
        }
        required
        data-autofocus
        {...form.text('external_key')}
      />
    </Form>
  )
}
