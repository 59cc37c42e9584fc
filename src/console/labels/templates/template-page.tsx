import { Box, Button, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { isSame } from '../../ui/forms/use-draft'
import { toastDone, toastProblem, toastWarning } from '../../ui/notices/toasts'
import { discarding, useUnsaved } from '../../ui/notices/unsaved'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import { PageHeader } from '../../ui/pages/page-header'
import { NotFound } from '../../ui/pages/query-states'
import { LabelSheets } from '../sheets/label-sheets'
import { rollOf } from '../sheets/label-sizes'
import { useCustomPaper } from '../sheets/use-custom-paper'
import { lineOn, useScale } from './correction'
import { LabelDrawing } from './label-drawing'
import { Line, MeasuringLine } from './measuring-line'
import { sizeText } from './size-text'
import { type Draft, exampleValues, outsideOf, type Template } from './template'
import { TemplateEditor } from './template-editor'
import { deleteTemplate, saveTemplate, useTemplate } from './template-queries'

const back = [
  { href: '/labels', label: t('Labels') },
  { href: '/labels/templates', label: t('Templates') },
]

/** A label template: its editor for managers, on a phone only the label. */
export function TemplatePage() {
  const id = Number(useParams()['id'])
  const { data: template, error, refetch } = useTemplate(id)
  if (!template) return <NotFound error={error} onRetry={refetch} back={back} />
  return <Content key={template.id} template={template} />
}

const draftOf = ({ name, width_mm, height_mm, gap_mm, margin_mm, elements }: Template): Draft => ({
  name,
  width_mm,
  height_mm,
  gap_mm,
  margin_mm,
  elements,
})

function Content({ template }: { readonly template: Template }) {
  const { may } = useSignedIn()
  const [draft, setDraft] = useState(() => draftOf(template))
  const { isSaving, save, remove } = useStored(template, draft)
  const size = rollOf('template', draft.name, draft.width_mm, draft.height_mm)
  useCustomPaper(size)
  const mayEdit = may('manager')
  return (
    <>
      <PageHeader title={template.name} subtitle={sizeText(draft)} back={back}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('Print one as a test')}
        </Button>
        {mayEdit && (
          <Box visibleFrom="sm">
            <Button loading={isSaving} onClick={() => void save()}>
              {t('Save template')}
            </Button>
          </Box>
        )}
      </PageHeader>
      <Stack className="unprinted">
        {mayEdit && (
          <Box visibleFrom="sm">
            <TemplateEditor draft={draft} onChange={setDraft} />
          </Box>
        )}
        <Box {...(mayEdit && { hiddenFrom: 'sm' })}>
          <div className="label-preview">
            <LabelDrawing template={draft} values={exampleValues} name={t('an example')} />
          </div>
          {mayEdit && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('Open the page on a larger screen to change the template.')}
            </Text>
          )}
          {!mayEdit && (
            <Text size="sm" c="dimmed" mt="xs">
              {t('Managers and admins change templates.')}
            </Text>
          )}
        </Box>
        <MeasuringLine width={draft.width_mm} />
        {mayEdit && (
          <Box visibleFrom="sm">
            <ConfirmButton label={t('Delete template')} color="red" onConfirm={remove}>
              {t('Labels that were printed stay as they are.')}
            </ConfirmButton>
          </Box>
        )}
      </Stack>
      <TestSheets draft={draft} size={size} />
    </>
  )
}

/** Saves and deletes the template. */
function useStored(template: Template, draft: Draft) {
  const [, navigate] = useLocation()
  const [isSaving, setSaving] = useState(false)
  useUnsaved(() => !isSame(draft, draftOf(template)))

  async function save(): Promise<void> {
    const outside = draft.elements.filter((element) => outsideOf(element, draft) > 0).length
    if (outside > 0)
      return toastWarning(
        t('The template was not saved'),
        t(
          '{count, plural, one {# element is outside of the label.} other {# elements are outside of the label.}}',
          {
            count: outside,
          },
        ),
      )
    setSaving(true)
    try {
      await saveTemplate(template.id, draft)
      toastDone(t('Template saved'))
    } catch (error) {
      toastProblem(error)
    } finally {
      setSaving(false)
    }
  }
  async function remove(): Promise<void> {
    await deleteTemplate(template.id)
    toastDone(t('{name} deleted', { name: template.name }))
    navigate('/labels/templates', { replace: true, state: discarding })
  }
  return { isSaving, save, remove }
}

interface TestSheetsProps {
  readonly draft: Draft
  readonly size: ReturnType<typeof rollOf>
}

/** What is printed as a test: the label with example values, and the line to measure. */
function TestSheets({ draft, size }: TestSheetsProps) {
  const scale = useScale()
  const labels = [
    <LabelDrawing key="label" template={draft} values={exampleValues} name={t('an example')} scale={scale} />,
    <Line key="line" length={lineOn(draft.width_mm)} scale={scale} />,
  ]
  return <LabelSheets labels={labels} size={size} isHidden />
}
