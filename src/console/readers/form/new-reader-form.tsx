import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { api, dataOf, queryClient } from '../../api/client'
import { invalid } from '../../api/errors'
import { useSignedIn } from '../../api/session'
import { usePlaces } from '../../api/use-locations'
import { t } from '../../languages/messages'
import { RecordSelect } from '../../records/record-select'
import { LinkButton } from '../../ui/pages/link'
import { type ApiForm, Form, useApiForm } from '../../ui/forms/use-api-form'
import { AntennaFields, locationProblem, newAntenna } from './antenna-fields'
import {
  ActiveField,
  AdvancedFields,
  FormatFields,
  isConnected,
  noReader,
  type ReaderInputs,
  requestOf,
} from './reader-fields'
import { hasOwnTopic, topicFor } from '../reader-formats'
import type { Reader } from '../use-reader'

type Kind = 'fixed' | 'handheld'

const kinds: { value: Kind; label: string }[] = [
  { value: 'fixed', label: t('Fixed reader or gateway') },
  { value: 'handheld', label: t('Handheld') },
]

type RegistrationInputs = ReaderInputs & { external_key: string; kind: Kind }

/** The service replaces it in a topic by the key that it derives from the name. */
const keyOfService = '{external_key}'

function registrationOf({ external_key, kind, ...inputs }: RegistrationInputs, slug: string) {
  const { format } = inputs
  const key = external_key.trim()
  const topic = isConnected(inputs)
    ? ''
    : inputs.topic || (hasOwnTopic(format) ? topicFor(format, slug, key || keyOfService) : '')
  // The form begins with one empty row. It is left out when the user did not fill it in.
  const [row, ...others] = inputs.antennas
  const antennas = row?.location_id === null && others.length === 0 ? [] : inputs.antennas
  return {
    ...(key !== '' && { external_key: key }),
    kind,
    ...requestOf({ ...inputs, topic, antennas }, kind),
  }
}

/** Returns the location of the address, or the only one that there is. */
function useFirstLocation(): number | null {
  const [params] = useSearchParams()
  const places = usePlaces()
  const [only, ...others] = places?.all ?? []
  const given = Number(params.get('location')) || null
  return given ?? (only?.isEffective && others.length === 0 ? only.id : null)
}

/** The token is undefined when the response that contained it was lost. */
export type Registered = Reader & { readonly device_token?: string }

interface NewReaderFormProps {
  readonly onRegistered: (reader: Registered) => void
}

/**
 * Finds the reader that was sent, by its key, which is unique. Throws when the service has chosen the key, because another
 * reader may have the same name.
 */
async function findRegistered({ external_key: sent, name }: RegistrationInputs) {
  const key = sent.trim()
  const query = { q: key || name, limit: 200 }
  const { data } = await dataOf(api.GET('/internal/v1/readers', { params: { query } }))
  const [found] = data.filter((one) => one.name === name.trim() && (key === '' || one.external_key === key))
  if (found && key === '')
    throw invalid(
      'name',
      t('The connection was lost. There is a reader {name}: look at it before you register another one.', {
        name: found.name,
      }),
    )
  return found && { data: found }
}

/** Asks for the name, the format and the location of a new reader. Everything else has a default. */
export function NewReaderForm({ onRegistered }: NewReaderFormProps) {
  const { organization } = useSignedIn()
  const at = useFirstLocation()
  const antennas = noReader.antennas.map((antenna) => ({ ...antenna, location_id: at }))
  const form = useApiForm<RegistrationInputs, { data: Registered }>({
    initial: { ...noReader, antennas, external_key: '', kind: 'fixed' },
    submit: (inputs) => {
      const body = registrationOf(inputs, organization.slug)
      return dataOf(api.POST('/internal/v1/readers', { body }))
    },
    look: findRegistered,
    done: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['readers'] })
      onRegistered(data)
    },
  })
  const { kind } = form.values
  return (
    <Form
      form={form}
      label={t('Register')}
      aside={
        <LinkButton href="/readers" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <Input.Wrapper label={t('Type')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('Type')}
          data={kinds}
          value={kind}
          onChange={(value) => form.set('kind', value)}
        />
      </Input.Wrapper>
      <TextInput
        label={t('Name')}
        description={t('For example, Dock door 3')}
        required
        {...form.text('name')}
      />
      {kind === 'fixed' && (
        <>
          <FormatFields form={form as unknown as ApiForm<ReaderInputs>} />
          <FirstLocation form={form} />
        </>
      )}
      <Advanced form={form}>
        <OtherFields form={form} slug={organization.slug} />
      </Advanced>
    </Form>
  )
}

interface PartProps {
  readonly form: ApiForm<RegistrationInputs>
}

/** The location of the first antenna. Most readers have only one. */
function FirstLocation({ form }: PartProps) {
  const { antennas } = form.values
  const [first = newAntenna(1), ...others] = antennas
  return (
    <RecordSelect
      kind="location"
      label={t('Location')}
      placeholder={t('Search locations')}
      value={first.location_id}
      error={locationProblem(antennas, 0, form.problems('antennas'))}
      onChange={(id) => form.set('antennas', [{ ...first, location_id: id }, ...others])}
    />
  )
}

const advanced = [
  'external_key',
  'antennas',
  'presence_timeout_seconds',
  'topic',
  'time_zone',
  'is_active',
] as const

/** The fields that few need. It opens for an error in one of them. */
function Advanced({ form, children }: PartProps & { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const hasProblem = advanced.some((name) =>
    form.problems(name).some(({ field }) => field !== 'antennas[0].location_id'),
  )
  return (
    <details
      className="fold"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>{t('Advanced')}</summary>
      <div className="advanced-fields">{children}</div>
    </details>
  )
}

function OtherFields({ form, slug }: PartProps & { readonly slug: string }) {
  const { kind, format, external_key: key } = form.values
  const fields = form as unknown as ApiForm<ReaderInputs>
  return (
    <>
      <TextInput
        label={t('Key')}
        description={t(
          "Letters, digits and hyphens. It is also the MQTT user name, and you can't change it later.",
        )}
        placeholder={t('Derived from the name')}
        autoCapitalize="off"
        spellCheck={false}
        {...form.text('external_key')}
      />
      {kind === 'fixed' && (
        <>
          <AntennaFields
            value={form.values.antennas}
            problems={form.problems('antennas')}
            onChange={(rows) => form.set('antennas', rows)}
            hasLocationAbove
            hasPower={isConnected(form.values)}
          />
          <AdvancedFields form={fields} defaultTopic={topicFor(format, slug, key || 'key')} />
        </>
      )}
      <ActiveField form={fields} />
    </>
  )
}
