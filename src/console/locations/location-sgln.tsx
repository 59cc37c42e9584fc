import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'

interface LocationSglnProps {
  readonly locationId: number
}

/** Shows and changes the SGLN, which names the location in EPCIS events. */
export function LocationSgln({ locationId }: LocationSglnProps) {
  const { may } = useSignedIn()
  const params = { path: { location_id: locationId } }
  const { data, error, refetch } = useQuery({
    queryKey: ['sgln', locationId],
    queryFn: () => dataOf(api.GET('/internal/v1/locations/{location_id}/sgln', { params })),
  })
  const sgln = data?.data.sgln
  return (
    <Section id="sgln" title={t('Name for EPCIS')}>
      {sgln === undefined ? (
        <QueryState error={error} onRetry={refetch} />
      ) : may('manager') ? (
        <SglnForm key={locationId} locationId={locationId} sgln={sgln ?? ''} />
      ) : (
        <Text>{sgln ?? t('No SGLN. EPCIS events name the location by the address of this page.')}</Text>
      )}
    </Section>
  )
}

function SglnForm({ locationId, sgln: before }: LocationSglnProps & { readonly sgln: string }) {
  const form = useApiForm({
    initial: { sgln: before },
    submit: ({ sgln }) => {
      const params = { path: { location_id: locationId } }
      const body = { sgln: sgln.trim() === '' ? null : sgln.trim() }
      return dataOf(api.PATCH('/internal/v1/locations/{location_id}/sgln', { params, body }))
    },
    done(saved) {
      toastDone(t('SGLN saved'))
      queryClient.setQueryData(['sgln', locationId], saved)
    },
  })
  return (
    <Form form={form} label={t('Save SGLN')} isSecondary>
      <TextInput
        label={t('SGLN')}
        description={t(
          'An EPC URI such as urn:epc:id:sgln:0614141.07346.0, or a GLN of 13 digits. Without it, EPCIS events name the location by the address of this page.',
        )}
        {...form.text('sgln')}
      />
    </Form>
  )
}
