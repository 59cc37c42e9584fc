import { Button, Menu, Stack, Text, TextInput, Title, UnstyledButton, SimpleGrid } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFields } from '../../fields/use-fields'
import { t } from '../../languages/messages'
import { toastUndo } from '../../ui/notices/toast-undo'
import { ElementFields } from './element-fields'
import { LengthField } from './length-field'
import { newElement } from './starts'
import { type Draft, type Element, exampleValues, fieldNames, kindNames } from './template'
import { ZoomableCanvas } from './zoomable-canvas'

const elementsMax = 100
const kinds = Object.keys(kindNames) as Element['kind'][]

interface TemplateEditorProps {
  readonly draft: Draft
  readonly onChange: (change: (draft: Draft) => Draft) => void
}

/** What is on the label, the label, and the numbers of the selected element and of the label. */
export function TemplateEditor({ draft, onChange }: TemplateEditorProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const { data: own = [] } = useFields()
  // An own field has no value in the example, so its name is shown.
  const values = {
    ...exampleValues,
    ...Object.fromEntries(own.map(({ key, name }) => [`field:${key}`, name])),
  }
  const acts = actsOf({ draft, onChange }, setSelected)
  const contentOf = ({ kind, field, text }: Element): string => {
    if (kind === 'image' || kind === 'line') return ''
    if (field === null) return text ?? ''
    return fieldNames[field] ?? own.find(({ key }) => `field:${key}` === field)?.name ?? field
  }
  const nameOf = (element: Element) => [titleOf(element), contentOf(element)].filter(Boolean).join(': ')
  const element = selected === null ? undefined : draft.elements[selected]
  return (
    <div className="label-editor">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t('On the label')}
        </Title>
        <ElementList {...{ draft, selected, contentOf }} onSelect={setSelected} />
        {draft.elements.length < elementsMax && <AddElement onAdd={acts.add} />}
      </Stack>
      <Stack gap="xs">
        <ZoomableCanvas
          {...{ draft, values, selected, nameOf }}
          onSelect={setSelected}
          onChange={acts.set}
          onRemove={acts.remove}
        />
        <Text size="sm" c="dimmed">
          {t(
            'Shown with example values. Arrows move an element by 0.1 mm, with Shift by 1 mm; with Alt, they resize it.',
          )}
        </Text>
      </Stack>
      <Stack>
        {element && selected !== null && (
          <section aria-labelledby="label-element">
            <Title order={2} size="h4" id="label-element" mb="xs">
              {titleOf(element)}
            </Title>
            <ElementFields
              key={selected}
              {...{ element, draft, values }}
              onChange={(changed) => acts.set(selected, changed)}
            />
            <Button variant="default" size="xs" mt="sm" onClick={() => acts.remove(selected)}>
              {t('Remove element')}
            </Button>
          </section>
        )}
        <LabelFields draft={draft} onChange={onChange} />
      </Stack>
    </div>
  )
}

/** Returns what can be done with the elements. */
function actsOf({ draft, onChange }: TemplateEditorProps, onSelect: (index: number | null) => void) {
  const setElements = (change: (elements: readonly Element[]) => Element[]) =>
    onChange((before) => ({ ...before, elements: change(before.elements) }))
  return {
    set: (index: number, element: Element) =>
      setElements((before) => before.map((one, at) => (at === index ? element : one))),
    add: (kind: Element['kind']): void => {
      setElements((before) => [...before, newElement(kind, draft)])
      onSelect(draft.elements.length)
    },
    remove: (index: number): void => {
      const removed = draft.elements[index]
      if (!removed) return
      setElements((before) => before.filter((_, at) => at !== index))
      onSelect(null)
      void toastUndo(t('{name} removed', { name: titleOf(removed) }), () => {
        setElements((before) => before.toSpliced(index, 0, removed))
        return Promise.resolve()
      })
    },
  }
}

interface ElementListProps {
  readonly draft: Draft
  readonly selected: number | null
  readonly contentOf: (element: Element) => string
  readonly onSelect: (index: number) => void
}

const ElementList = ({ draft, selected, contentOf, onSelect }: ElementListProps) => (
  <ul className="label-elements">
    {draft.elements.map((one, index) => (
      <li key={index}>
        <UnstyledButton aria-pressed={index === selected} onClick={() => onSelect(index)}>
          <Text size="sm" fw={600}>
            {titleOf(one)}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {contentOf(one)}
          </Text>
        </UnstyledButton>
      </li>
    ))}
  </ul>
)

/** The kind of an element, as it is called with a GS1 element string. */
function titleOf({ kind, field }: Element): string {
  if (field !== 'element_string') return kindNames[kind]
  return kind === 'code128' ? 'GS1-128' : kind === 'datamatrix' ? 'GS1 DataMatrix' : kindNames[kind]
}

const AddElement = ({ onAdd }: { readonly onAdd: (kind: Element['kind']) => void }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('Add an element')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {kinds.map((kind) => (
        <Menu.Item key={kind} onClick={() => onAdd(kind)}>
          {kindNames[kind]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

function LabelFields({ draft, onChange }: TemplateEditorProps) {
  const set = (change: Partial<Draft>) => onChange((before) => ({ ...before, ...change }))
  return (
    <section aria-labelledby="label-size">
      <Title order={2} size="h4" id="label-size" mb="xs">
        {t('Label')}
      </Title>
      <TextInput
        label={t('Name')}
        maxLength={255}
        error={draft.name.trim() === '' && t('Enter a name.')}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        mb="sm"
      />
      <SimpleGrid cols={2} spacing="sm">
        <LengthField
          label={t('Label width')}
          value={draft.width_mm}
          least={4}
          most={400}
          onChange={(width_mm) => set({ width_mm })}
        />
        <LengthField
          label={t('Label height')}
          value={draft.height_mm}
          least={4}
          most={400}
          onChange={(height_mm) => set({ height_mm })}
        />
        <LengthField
          label={t('Gap')}
          value={draft.gap_mm}
          least={0}
          most={50}
          onChange={(gap_mm) => set({ gap_mm })}
        />
        <LengthField
          label={t('Margin')}
          value={draft.margin_mm}
          least={0}
          most={50}
          onChange={(margin_mm) => set({ margin_mm })}
        />
      </SimpleGrid>
    </section>
  )
}
