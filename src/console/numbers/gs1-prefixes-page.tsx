import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { PrefixSection } from './prefix-section'
import { prefixesChanged, prefixesKey } from './prefix-query'

const back = { href: '/settings', label: t('Settings') }
const prefixesMax = 20

/** Lists the GS1 company prefixes of the organization with the next serial of each kind. */
export function Gs1PrefixesPage() {
  const { data, error, refetch } = useQuery({
    queryKey: prefixesKey,
    queryFn: () =>
      dataOf(api.GET('/internal/v1/gs1-prefixes', { params: { query: { limit: prefixesMax } } })),
  })
  if (!data) return <NotFound error={error} onRetry={refetch} back={back} />
  return (
    <div className="narrow">
      <PageHeader
        title={t('GS1 prefixes')}
        subtitle={t(
          'Numbers for labels begin with a company prefix that GS1 has given you. No number is ever issued twice.',
        )}
        back={back}
      />
      <Stack>
        {data.data.length === 0 && (
          <EmptyList title={t('Prefixes appear here')}>
            {t('No prefixes yet. Add the one that GS1 has given your company.')}
          </EmptyList>
        )}
        {data.data.map((prefix) => (
          <PrefixSection key={prefix.id} prefix={prefix} />
        ))}
        {data.data.length < prefixesMax ? (
          <NewPrefix />
        ) : (
          <Text c="dimmed">{t('An organization has at most {count} prefixes.', { count: prefixesMax })}</Text>
        )}
      </Stack>
    </div>
  )
}

function NewPrefix() {
  const { isOwner } = useSignedIn()
  const form = useApiForm({
    initial: { prefix: '', is_shared: false },
    submit: ({ prefix, is_shared }) => {
      const body = { prefix: prefix.trim(), ...(is_shared && { is_shared }) }
      return dataOf(api.POST('/internal/v1/gs1-prefixes', { body }))
    },
    done({ data: { prefix } }) {
      form.clear('prefix')
      toastDone(t('Prefix {prefix} added', { prefix }))
      void prefixesChanged()
    },
  })
  return (
    <Section id="new-prefix" title={t('New prefix')}>
      <Form form={form} label={t('Add prefix')}>
        <TextInput
          label={t('Prefix')}
          description={t('6 to 12 digits')}
          inputMode="numeric"
          maw="14rem"
          required
          {...form.text('prefix')}
        />
        {isOwner && (
          <Checkbox
            label={t('Another organization may use it, too')}
            checked={form.values.is_shared}
            onChange={(event) => form.set('is_shared', event.currentTarget.checked)}
          />
        )}
      </Form>
    </Section>
  )
}
