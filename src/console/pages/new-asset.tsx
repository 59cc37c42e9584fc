import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf, queryClient } from '../api/client'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { AssetFields, changesOf, noAsset } from './asset-fields'

export function NewAssetPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: noAsset,
    submit: (inputs) => {
      const body = { ...changesOf(inputs, noAsset), name: inputs.name }
      return dataOf(api.POST('/api/v1/assets', { body }))
    },
    done: ({ data: { id, name } }) => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      toastDone(`${name} is created`)
      navigate(`/assets/${id}`, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title="New asset" back={{ href: '/assets', label: 'Assets' }} />
      <Form
        form={form}
        label="Create"
        aside={
          <LinkButton href="/assets" variant="default">
            Cancel
          </LinkButton>
        }
      >
        <AssetFields form={form} />
        <TextInput
          label="Key"
          description="Letters, digits and hyphens; left empty, the next free one is taken"
          {...form.text('external_key')}
        />
      </Form>
    </div>
  )
}
