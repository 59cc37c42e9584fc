import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import { api, dataOf, type Schemas } from '../../api/client'
import { useSignedIn } from '../../api/session'
import { useViews, type View } from '../../asset-list/use-views'
import { t } from '../../languages/messages'
import { prefixesKey } from '../../numbers/prefix-query'
import { usePrinters } from '../../printers/printer-queries'
import { Form, useApiForm } from '../../ui/forms/use-api-form'
import { LinkButton } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { EmptyList, EmptyListLink, NotFound } from '../../ui/pages/query-states'
import { AssetChoice } from '../label-choice'
import { labelsMax } from '../labels-address'
import type { Template } from '../templates/template'
import { useTemplates } from '../templates/template-queries'
import { jobsChanged } from './job-queries'

const back = { href: '/labels/jobs', label: t('Print jobs') }

/** Prints labels on a label printer. The address may contain the keys of assets and a template. */
export function NewJobPage() {
  const templates = useTemplates()
  const printers = usePrinters()
  if (!templates.data || !printers.data) {
    const { error, refetch } = templates.data ? printers : templates
    return <NotFound error={error} onRetry={refetch} back={back} />
  }
  const isReady = templates.data.length > 0 && printers.data.length > 0
  return (
    <div className="narrow">
      <PageHeader title={t('New print job')} back={back} />
      {isReady ? (
        <JobForm templates={templates.data} printers={printers.data} />
      ) : (
        <Missing hasTemplates={templates.data.length > 0} />
      )}
    </div>
  )
}

/** Says what a job needs that does not exist yet. */
const Missing = ({ hasTemplates }: { readonly hasTemplates: boolean }) =>
  hasTemplates ? (
    <EmptyList
      title={t('There is no label printer yet')}
      action={
        <EmptyListLink href="/printers/new" minimum="admin">
          {t('New printer')}
        </EmptyListLink>
      }
    >
      {t('Admins add label printers in the settings.')}
    </EmptyList>
  ) : (
    <EmptyList
      title={t('There is no label template yet')}
      action={<LinkButton href="/labels/templates">{t('Templates')}</LinkButton>}
    >
      {t('A template says what labels show.')}
    </EmptyList>
  )

interface JobFormProps {
  readonly templates: readonly Template[]
  readonly printers: readonly Schemas['Printer'][]
}

type Inputs = {
  readonly template_id: string
  readonly printer_id: string
  readonly asset_ids: string
  readonly scope: string
  readonly encode: string
  readonly prefix: string
  readonly reference: string
}

const schemes = [
  { value: '', label: t('No new numbers') },
  { value: 'giai', label: 'GIAI' },
  { value: 'grai', label: 'GRAI' },
  { value: 'sgtin', label: 'SGTIN' },
  { value: 'sscc', label: 'SSCC' },
]
const withReference = ['grai', 'sgtin']

function JobForm({ templates, printers }: JobFormProps) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const { data: views = [] } = useViews()
  const form = useApiForm<Inputs, { data: Schemas['PrintJob'] }>({
    initial: {
      template_id: params.get('template') ?? String(templates[0]?.id),
      printer_id: String(printers[0]?.id ?? ''),
      asset_ids: params.get('assets') ?? '',
      scope: '',
      encode: '',
      prefix: '',
      reference: '',
    },
    submit: async (inputs) =>
      dataOf(api.POST('/internal/v1/print-jobs', { body: await requestOf(inputs, views) })),
    done({ data: { id } }) {
      void jobsChanged()
      navigate(`/labels/jobs/${id}`, { replace: true })
    },
  })
  const { values } = form
  return (
    <Form
      form={form}
      label={t('Print')}
      aside={
        <LinkButton href="/labels/jobs" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <Select form={form} name="template_id" label={t('Template')} data={templates.map(option)} />
      <PrinterChoice form={form} printers={printers} />
      <Select
        form={form}
        name="scope"
        label={t('Which assets')}
        data={[{ value: '', label: t('Chosen assets') }, ...views.map(option)]}
      />
      {values.scope === '' && (
        <AssetChoice
          value={keysOf(values.asset_ids)}
          onChange={(keys) => form.set('asset_ids', keys.join(','))}
        />
      )}
      {form.problems('asset_ids').map(({ message }) => (
        <Text key={message} size="sm" c="red" role="alert">
          {message}
        </Text>
      ))}
      {may('manager') && <Numbers form={form} />}
    </Form>
  )
}

/** The printer. Managers may also have the labels printed elsewhere: they need numbers then. */
function PrinterChoice({ form, printers }: Pick<SelectProps, 'form'> & Pick<JobFormProps, 'printers'>) {
  const { may } = useSignedIn()
  const elsewhere = { value: '', label: t('None: the labels are printed elsewhere') }
  return (
    <>
      <Select
        form={form}
        name="printer_id"
        label={t('Printer')}
        data={[...printers.map(option), ...(may('manager') ? [elsewhere] : [])]}
      />
      {form.values.printer_id === '' && (
        <Text size="sm" c="dimmed">
          {t('The labels get their numbers, and wait. The encode station makes each live that it reads.')}
        </Text>
      )}
    </>
  )
}

/** Which new numbers the labels get. */
function Numbers({ form }: Pick<SelectProps, 'form'>) {
  const { encode } = form.values
  const prefixes = usePrefixes()
  return (
    <>
      <Select form={form} name="encode" label={t('New GS1 numbers')} data={schemes} />
      {encode !== '' && (
        <Select
          form={form}
          name="prefix"
          label={t('GS1 prefix')}
          data={[
            { value: '', label: t('Choose a prefix') },
            ...prefixes.map(({ id, prefix }) => ({ value: String(id), label: prefix })),
          ]}
        />
      )}
      {withReference.includes(encode) && (
        <TextInput label={t('Asset type or item reference')} {...form.text('reference')} />
      )}
    </>
  )
}

const option = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  value: String(id),
  label: name,
})

interface SelectProps {
  readonly form: ReturnType<typeof useApiForm<Inputs, unknown>>
  readonly name: keyof Inputs
  readonly label: string
  readonly data: { readonly value: string; readonly label: string }[]
}

function Select({ form, name, label, data }: SelectProps) {
  const { value, error } = form.choice(name)
  return (
    <NativeSelect
      label={label}
      data={data}
      value={String(value)}
      error={error}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

const prefixesMax = 20

function usePrefixes(): readonly Schemas['Gs1Prefix'][] {
  const { data } = useQuery({
    queryKey: prefixesKey,
    queryFn: () =>
      dataOf(api.GET('/internal/v1/gs1-prefixes', { params: { query: { limit: prefixesMax } } })),
  })
  return data?.data ?? []
}

const keysOf = (text: string): string[] => text.split(',').filter(Boolean)

/** Returns the request of the inputs. The ids of the chosen assets are found by their keys, and are in their order. */
async function requestOf(
  { template_id: template, printer_id: printer, asset_ids: keys, scope, encode, prefix, reference }: Inputs,
  views: readonly View[],
): Promise<Schemas['PrintJobInput']> {
  const view = views.find(({ id }) => String(id) === scope)
  return {
    template_id: Number(template),
    printer_id: printer === '' ? null : Number(printer),
    ...(view
      ? { scope: { kind: 'conditions', conditions: view.conditions } }
      : { asset_ids: await idsOf(keysOf(keys)) }),
    ...(encode !== '' && {
      encode: {
        scheme: encode as 'giai',
        prefix_id: Number(prefix),
        ...(withReference.includes(encode) && { reference }),
      },
    }),
  }
}

async function idsOf(keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return []
  const query = { external_key: [...keys], limit: labelsMax }
  const { data } = await dataOf(api.GET('/api/v1/assets', { params: { query } }))
  const ids = new Map(data.map(({ external_key: key, id }) => [key, id]))
  return keys.flatMap((key) => ids.get(key) ?? [])
}
