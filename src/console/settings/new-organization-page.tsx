import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { switchOrganization } from '../ui/pages/switch-organization'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'

/** Creates an organization and switches to it. */
export function NewOrganizationPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: { name: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/organizations', { body })),
    done({ data: { id, name } }) {
      toastDone(t('{name} created', { name }))
      switchOrganization(id, navigate)
    },
  })
  return (
    <div className="narrow">
      <PageHeader
        title={t('New organization')}
        subtitle={t('Organizations share no data with each other. You will be an admin of the new one.')}
        back={{ href: '/account', label: t('Account') }}
      />
      <Form
        form={form}
        label={t('Create')}
        aside={
          <LinkButton href="/account" variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <TextInput label={t('Name')} autoComplete="organization" required {...form.text('name')} />
      </Form>
    </div>
  )
}
