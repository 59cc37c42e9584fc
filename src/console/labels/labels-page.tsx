import {
  Alert,
  Button,
  Input,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { queryClient } from '../api/client'
import { useSignedIn } from '../api/session'
import { locationsChanged, usePlaces } from '../api/use-locations'
import { withOwnMark } from '../fields/decimal-mark'
import { t } from '../languages/messages'
import { useWorkSection } from '../ui/pages/work-section'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, Failed, Loading } from '../ui/pages/query-states'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { AssetChoice, LocationChoice } from './label-choice'
import { type CodeKind, codeOf } from './label-codes'
import { LabelSheets } from './label-sheets'
import { custom, customLengths, isSheet, type LabelSize, lengthIn, sizeOf, sizes } from './label-sizes'
import { useCustomPaper } from './use-custom-paper'
import { attachKey, type LabeledRecord, useLabeledRecords } from './use-labeled-records'

const kinds: { value: CodeKind; label: string }[] = [
  { value: 'qr', label: 'QR' },
  { value: 'code128', label: 'Code 128' },
]

const copiesMax = 50

/** Prints labels for the assets and locations whose keys are in the address. */
export function LabelsPage() {
  const section = useWorkSection()
  const choice = useChoice()
  const { assets, locations, size } = choice
  const { data, error, refetch, isPending } = useLabeledRecords(assets, locations)
  const [copies, setCopies] = useState('1')
  const [used, setUsed] = useState('0')
  const copiesOfEach = wholeIn(1, copies, copiesMax)
  const usedOnFirst = isSheet(size) ? wholeIn(0, used, usedMax(size)) : 0
  const labeled = data ?? []
  const places = usePlaces()
  const labels = labeled.flatMap(({ kind, id, key, name, barcode }) => {
    const above = kind === 'location' ? places?.byId.get(id)?.parent?.path : undefined
    const label = { name, above, content: barcode ?? key }
    return Array.from({ length: copiesOfEach ?? 1 }, () => label)
  })
  const isEmpty = assets.length + locations.length === 0
  useCustomPaper(size)
  const isSized = size.id !== custom || (hasLength(choice, 'width') && hasLength(choice, 'height'))

  return (
    <>
      <PageHeader title={t('Labels')} section={section} subtitle={t('Print codes for assets and locations.')}>
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
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <AssetChoice value={assets} onChange={(keys) => choice.set('assets', keys.join(','))} />
          <Stack gap="xs">
            <LocationChoice value={locations} onChange={(keys) => choice.set('locations', keys.join(','))} />
          </Stack>
        </SimpleGrid>
        <PrintOptions choice={choice} copies={copies} onCopies={setCopies} used={used} onUsed={setUsed} />
        {error && <Failed error={error} onRetry={refetch} />}
        {!isEmpty && data && (
          <Remarks labeled={data} keys={[...assets, ...locations]} kind={choice.kind} size={size} />
        )}
      </Stack>
      {isEmpty && (
        <Empty>
          <EmptyList title={t('Your labels appear here')}>
            {t('Choose the assets and locations that need a label.')}
          </EmptyList>
        </Empty>
      )}
      {!isEmpty && isPending && <Loading />}
      {labels.length > 0 && (
        <LabelSheets labels={labels} kind={choice.kind} size={size} used={usedOnFirst ?? 0} />
      )}
    </>
  )
}

interface PrintOptionsProps {
  readonly choice: ReturnType<typeof useChoice>
  readonly copies: string
  readonly onCopies: (copies: string) => void
  readonly used: string
  readonly onUsed: (used: string) => void
}

const PrintOptions = ({ choice, copies, onCopies, used, onUsed }: PrintOptionsProps) => (
  <div className="toolbar print-options">
    <NativeSelect
      label={t('Size')}
      data={[
        ...sizes.map(({ id, name }) => ({ value: id, label: name })),
        { value: custom, label: t('Custom size') },
      ]}
      value={choice.size.id}
      onChange={(event) => choice.set('size', event.currentTarget.value)}
    />
    {choice.size.id === custom && (
      <>
        <LengthInput label={t('Width (mm)')} name="width" choice={choice} />
        <LengthInput label={t('Height (mm)')} name="height" choice={choice} />
      </>
    )}
    <Input.Wrapper label={t('Code')} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t('Code')}
        data={kinds}
        value={choice.kind}
        onChange={(kind) => choice.set('code', kind)}
      />
    </Input.Wrapper>
    <WholeInput label={t('Copies of each')} least={1} most={copiesMax} value={copies} onChange={onCopies} />
    {isSheet(choice.size) && (
      <WholeInput
        label={t('Used labels on the first sheet')}
        least={0}
        most={usedMax(choice.size)}
        value={used}
        onChange={onUsed}
      />
    )}
  </div>
)

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
  const kind: CodeKind = params.get('code') === 'code128' ? 'code128' : 'qr'
  const [width, height] = [params.get('width'), params.get('height')]
  return {
    assets: keys('assets'),
    locations: keys('locations'),
    size: sizeOf(params.get('size'), width, height),
    width,
    height,
    kind,
    set,
  }
}

interface RemarksProps {
  readonly labeled: readonly LabeledRecord[]
  readonly keys: readonly string[]
  readonly kind: CodeKind
  readonly size: LabelSize
}

/** Explains what the codes contain and which labels differ from what was chosen. */
function Remarks({ labeled, keys, kind, size }: RemarksProps) {
  const known = new Set(labeled.map(({ key }) => key))
  const missing = keys.filter((key) => !known.has(key))
  const byKey = labeled.filter(({ barcode }) => barcode === undefined)
  const isUnsuitable = ({ key, barcode }: LabeledRecord) =>
    codeOf(barcode ?? key, kind, size.width - 4).kind !== kind
  const unsuitable = labeled.filter(isUnsuitable)
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow">
          {' '}
          {t('No label is printed for {keys}. The records were not found or are not in effect.', {
            keys: missing.join(', '),
          })}
        </Alert>
      )}
      {unsuitable.length > 0 && (
        <Alert color="yellow">
          {t("Code 128 can't hold the text or would be too wide. A QR code is used for {names}.", {
            names: namesOf(unsuitable),
          })}
        </Alert>
      )}
      {byKey.length > 0 && <KeysOnly labeled={byKey} />}
      {byKey.length === 0 && labeled.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('Each code contains the value of the barcode tag.')}
        </Text>
      )}
    </>
  )
}

const namedMax = 5

function namesOf(labeled: readonly LabeledRecord[]): string {
  const names = labeled.slice(0, namedMax).map(({ name }) => name)
  const others = labeled.length - names.length
  return others > 0 ? t('{names} and {others} more', { names: names.join(', '), others }) : names.join(', ')
}

/** Offers to attach keys as barcode tags, because readers don't recognize keys. */
function KeysOnly({ labeled }: { readonly labeled: readonly LabeledRecord[] }) {
  const { may } = useSignedIn()
  const [isBusy, setBusy] = useState(false)

  async function attach(): Promise<void> {
    setBusy(true)
    try {
      for (const one of labeled) await attachKey(one)
      toastDone(t('Keys attached as barcode tags'))
    } catch (error) {
      toastProblem(error)
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['labels'] }),
        queryClient.invalidateQueries({ queryKey: ['asset'] }),
        queryClient.invalidateQueries({ queryKey: ['assets'] }),
        locationsChanged(),
      ])
      setBusy(false)
    }
  }

  return (
    <Alert color="blue" title={t('No barcode tag: {names}', { names: namesOf(labeled) })}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t(
            "The code contains the key, which readers don't recognize. Attach the key as a barcode tag so that scanning the label identifies the record.",
          )}
        </Text>
        {may('manager') && (
          <Button variant="default" size="xs" loading={isBusy} onClick={() => void attach()}>
            {t('{count, plural, one {Attach key} other {Attach keys}}', { count: labeled.length })}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
