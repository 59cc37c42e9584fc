import { Button, Input, NativeSelect, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { usePlaces } from '../api/use-locations'
import { withOwnMark } from '../fields/decimal-mark'
import { t } from '../languages/messages'
import { useWorkSection } from '../ui/pages/work-section'
import { HeaderAction } from '../ui/pages/header-action'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, Failed, Loading } from '../ui/pages/query-states'
import { AssetChoice, LocationChoice } from './label-choice'
import { Remarks } from './label-remarks'
import { LabelSheets, PlainLabel } from './sheets/label-sheets'
import { custom, customLengths, isSheet, type LabelSize, lengthIn, sizeOf, sizes } from './sheets/label-sizes'
import { useCustomPaper } from './sheets/use-custom-paper'
import { TemplateRemarks } from './templates/template-remarks'
import { useTemplateLabels } from './templates/use-template-labels'
import { useLabeledRecords } from './use-labeled-records'

const kinds: { value: 'qr' | 'code128'; label: string }[] = [
  { value: 'qr', label: 'QR' },
  { value: 'code128', label: 'Code 128' },
]

const copiesMax = 50

/** Prints labels for the assets and locations whose keys are in the address. */
export function LabelsPage() {
  const section = useWorkSection()
  const choice = useChoice()
  const { assets, locations } = choice
  const templated = useTemplateLabels(choice)
  const size = templated.size ?? choice.size
  const plain = usePlainLabels(choice, !templated.isChosen)
  const { labels: drawn, error, refetch, isPending } = templated.isChosen ? templated : plain
  const [copies, setCopies] = useState('1')
  const [used, setUsed] = useState('0')
  const copiesOfEach = wholeIn(1, copies, copiesMax)
  const usedOnFirst = isSheet(size) ? wholeIn(0, used, usedMax(size)) : 0
  const labels = drawn.flatMap((label) => Array.from({ length: copiesOfEach ?? 1 }, () => label))
  const isEmpty = assets.length + locations.length === 0
  useCustomPaper(size)
  const isSized = size.id !== custom || (hasLength(choice, 'width') && hasLength(choice, 'height'))

  return (
    <>
      <PageHeader
        title={t('Labels')}
        section={section}
        subtitle={t('Print codes for assets and locations.')}
        secondary={<OtherPages />}
      >
        <Button
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={
            labels.length === 0 || copiesOfEach === undefined || usedOnFirst === undefined || !isSized
          }
          onClick={() => print()}
        >
          {t('Print')}
        </Button>
      </PageHeader>
      <Stack className="unprinted" mb="md">
        <Choices choice={choice} />
        <PrintOptions
          choice={choice}
          size={size}
          templates={templated}
          copies={copies}
          onCopies={setCopies}
          used={used}
          onUsed={setUsed}
        />
        {error && <Failed error={error} onRetry={refetch} />}
        {!isEmpty && !templated.isChosen && plain.data && (
          <Remarks labeled={plain.data} keys={[...assets, ...locations]} kind={choice.kind} size={size} />
        )}
        {!isEmpty && <TemplateRemarks chosen={templated} keys={[...assets, ...locations]} />}
      </Stack>
      {isEmpty && <NothingChosen />}
      {!isEmpty && isPending && <Loading />}
      {labels.length > 0 && <LabelSheets labels={labels} size={size} used={usedOnFirst ?? 0} />}
    </>
  )
}

const OtherPages = () => (
  <>
    <HeaderAction href="/labels/templates">{t('Templates')}</HeaderAction>
    <HeaderAction href="/labels/jobs">{t('Print jobs')}</HeaderAction>
  </>
)

/** The choice of the records that get a label. */
const Choices = ({ choice }: { readonly choice: ReturnType<typeof useChoice> }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <AssetChoice value={choice.assets} onChange={(keys) => choice.set('assets', keys.join(','))} />
    <Stack gap="xs">
      <LocationChoice value={choice.locations} onChange={(keys) => choice.set('locations', keys.join(','))} />
    </Stack>
  </SimpleGrid>
)

const NothingChosen = () => (
  <Empty>
    <EmptyList title={t('Your labels appear here')}>
      {t('Choose the assets and locations that need a label.')}
    </EmptyList>
  </Empty>
)

/** The labels of records without a template. */
function usePlainLabels({ assets, locations, kind, size }: ReturnType<typeof useChoice>, isChosen: boolean) {
  const query = useLabeledRecords(isChosen ? assets : [], isChosen ? locations : [])
  const places = usePlaces()
  const labels = (query.data ?? []).map(({ kind: record, id, key, name, barcode }) => {
    const above = record === 'location' ? places?.byId.get(id)?.parent?.path : undefined
    const label = { name, above, content: barcode ?? key }
    return <PlainLabel key={`${record} ${id}`} label={label} kind={kind} size={size} />
  })
  return { ...query, labels }
}

interface PrintOptionsProps {
  readonly choice: ReturnType<typeof useChoice>
  readonly size: LabelSize
  readonly templates: ReturnType<typeof useTemplateLabels>
  readonly copies: string
  readonly onCopies: (copies: string) => void
  readonly used: string
  readonly onUsed: (used: string) => void
}

const PrintOptions = ({ choice, size, templates, copies, onCopies, used, onUsed }: PrintOptionsProps) => (
  <div className="toolbar print-options">
    <NativeSelect
      label={t('Size')}
      data={sizeOptions(templates.options)}
      value={templates.isChosen ? (choice.sizeId ?? '') : choice.size.id}
      onChange={(event) => choice.set('size', event.currentTarget.value)}
    />
    {templates.papers.length > 1 && (
      <NativeSelect
        label={t('Paper')}
        data={templates.papers}
        value={size.id}
        onChange={(event) => choice.set('paper', event.currentTarget.value)}
      />
    )}
    {!templates.isChosen && choice.size.id === custom && (
      <>
        <LengthInput label={t('Width (mm)')} name="width" choice={choice} />
        <LengthInput label={t('Height (mm)')} name="height" choice={choice} />
      </>
    )}
    {!templates.isChosen && (
      <Input.Wrapper label={t('Code')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('Code')}
          data={kinds}
          value={choice.kind}
          onChange={(kind) => choice.set('code', kind)}
        />
      </Input.Wrapper>
    )}
    <WholeInput label={t('Copies of each')} least={1} most={copiesMax} value={copies} onChange={onCopies} />
    {isSheet(size) && (
      <WholeInput
        label={t('Used labels on the first sheet')}
        least={0}
        most={usedMax(size)}
        value={used}
        onChange={onUsed}
      />
    )}
  </div>
)

/** The templates, and the sizes of labels without one. */
function sizeOptions(templates: readonly { readonly value: string; readonly label: string }[]) {
  const plain = [
    ...sizes.map(({ id, name }) => ({ value: id, label: name })),
    { value: custom, label: t('Custom size') },
  ]
  if (templates.length === 0) return plain
  return [
    { group: t('Templates'), items: [...templates] },
    { group: t('Without a template'), items: plain },
  ]
}

/** Maximum number of used labels on a sheet that still has one. */
const usedMax = ({ columns, rows }: LabelSize): number => columns * rows - 1

interface WholeInputProps {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An input for a whole number within bounds. */
const WholeInput = ({ label, least, most, value, onChange }: WholeInputProps) => (
  <TextInput
    label={label}
    type="number"
    min={least}
    max={most}
    value={value}
    error={
      wholeIn(least, value, most) === undefined &&
      t('Enter a number from {least} to {most}.', { least, most })
    }
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface LengthInputProps {
  readonly label: string
  readonly name: 'width' | 'height'
  readonly choice: ReturnType<typeof useChoice>
}

/** An input for a length of a label of a custom size. */
function LengthInput({ label, name, choice }: LengthInputProps) {
  const { least, most } = customLengths[name]
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={choice[name] ?? withOwnMark(String(choice.size[name]))}
      error={!hasLength(choice, name) && t('Enter a number from {least} to {most}.', { least, most })}
      onChange={(event) => choice.set(name, event.currentTarget.value)}
    />
  )
}

/** Whether the entered length, if any, is within its bounds. */
const hasLength = (choice: ReturnType<typeof useChoice>, name: 'width' | 'height'): boolean =>
  choice[name] === null || lengthIn(customLengths[name], choice[name]) !== undefined

/** Returns the value of an input if it is a whole number within bounds. */
function wholeIn(least: number, text: string, most: number): number | undefined {
  const value = Number(text)
  return text !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

/** Reads the chosen records, size and code from the address, so that links contain them. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const keys = (name: string) => (params.get(name) ?? '').split(',').filter((key) => key !== '')
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        // An empty length stays empty, so that another can be typed.
        if (value === '' && !(name in customLengths)) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const kind = params.get('code') === 'code128' ? ('code128' as const) : ('qr' as const)
  const [width, height] = [params.get('width'), params.get('height')]
  return {
    assets: keys('assets'),
    locations: keys('locations'),
    sizeId: params.get('size'),
    /** The paper of a template. */
    paper: params.get('paper'),
    size: sizeOf(params.get('size'), width, height),
    width,
    height,
    kind,
    set,
  }
}
