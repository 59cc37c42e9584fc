import { Alert, FileButton, Button, NativeSelect, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core'
import { useFields } from '../../fields/use-fields'
import { t } from '../../languages/messages'
import { toastProblem } from '../../ui/notices/toasts'
import { LengthField } from './length-field'
import { pictureOf } from './picture'
import { codeFault, type Draft, type Element, fieldNames, outsideOf, textOf, type Values } from './template'

interface ElementFieldsProps {
  readonly element: Element
  readonly draft: Draft
  readonly values: Values
  readonly onChange: (element: Element) => void
}

const farthest = 1_000
const fixed = 'text:'

/** The numbers and the content of an element. Whatever can be dragged has a field. */
export function ElementFields({ element, draft, values, onChange }: ElementFieldsProps) {
  const set = (change: Partial<Element>) => onChange({ ...element, ...change })
  const isShown = element.kind !== 'image' && element.kind !== 'line'
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm">
        <LengthField
          label={t('From left')}
          value={element.left_mm}
          least={-farthest}
          most={farthest}
          onChange={(left_mm) => set({ left_mm })}
        />
        <LengthField
          label={t('From top')}
          value={element.top_mm}
          least={-farthest}
          most={farthest}
          onChange={(top_mm) => set({ top_mm })}
        />
        <LengthField
          label={t('Width')}
          value={element.width_mm}
          least={0.1}
          most={farthest}
          onChange={(width_mm) => set({ width_mm })}
        />
        <LengthField
          label={t('Height')}
          value={element.height_mm}
          least={0.1}
          most={farthest}
          onChange={(height_mm) => set({ height_mm })}
        />
      </SimpleGrid>
      {isShown && <Content element={element} set={set} />}
      {element.kind === 'text' && (
        <Switch
          label={t('Shrink long text to fit')}
          checked={element.fits}
          onChange={(event) => set({ fits: event.currentTarget.checked })}
        />
      )}
      {element.kind === 'image' && <Picture element={element} set={set} />}
      <Problems element={element} draft={draft} values={values} />
    </Stack>
  )
}

interface PartProps {
  readonly element: Element
  readonly set: (change: Partial<Element>) => void
}

function Content({ element, set }: PartProps) {
  const { data: own = [] } = useFields()
  const { field } = element
  const options = [
    ...Object.entries(fieldNames).map(([value, label]) => ({ value, label })),
    ...own.map(({ key, name }) => ({ value: `field:${key}`, label: name })),
  ]
  const isGone = field !== null && !options.some(({ value }) => value === field)
  return (
    <>
      <NativeSelect
        label={t('Content')}
        data={[
          ...options,
          ...(isGone ? [{ value: field, label: t('{field} (deleted)', { field }) }] : []),
          { value: fixed, label: t('A fixed text') },
        ]}
        value={field ?? fixed}
        onChange={({ currentTarget: { value } }) =>
          set(value === fixed ? { field: null, text: t('Text') } : { field: value, text: null })
        }
      />
      {field === null && (
        <Textarea
          label={t('Text')}
          autosize
          maxLength={255}
          error={(element.text ?? '') === '' && t('Enter a text.')}
          value={element.text ?? ''}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Picture({ element, set }: PartProps) {
  async function take(file: File | null): Promise<void> {
    try {
      if (file) set({ image: await pictureOf(file) })
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <div>
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void take(file)}>
        {(props) => (
          <Button variant="default" {...props}>
            {element.image === null ? t('Choose an image') : t('Choose another image')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** What is wrong with an element, as far as the browser can know it. */
function Problems({ element, draft, values }: Omit<ElementFieldsProps, 'onChange'>) {
  const millimeters = outsideOf(element, draft)
  const fault = codeFault(element, values)
  const content = textOf(element, values)
  return (
    <>
      {millimeters > 0 && (
        <Alert color="red">{t('Outside the label by {millimeters} mm', { millimeters })}</Alert>
      )}
      {fault === 'unsuitable' && (
        <Alert color="yellow">{t("This kind of code can't hold “{content}”.", { content })}</Alert>
      )}
      {fault !== undefined && fault !== 'unsuitable' && (
        <Alert color="yellow">
          {t('A cell of {cell} mm cannot be read. Make it {least} mm or larger.', fault)}
        </Alert>
      )}
    </>
  )
}
