import { Box, Button, Card, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { unlessRunning } from '../../api/once'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { toastProblem } from '../../ui/notices/toasts'
import { PageLink } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { EmptyList, QueryState } from '../../ui/pages/query-states'
import type { LabelSize } from '../sheets/label-sizes'
import { LabelDrawing } from './label-drawing'
import { startOf, startSizes } from './starts'
import { exampleValues, type Template } from './template'
import { createTemplate, useTemplates } from './template-queries'
import { sizeText } from './size-text'

const back = { href: '/labels', label: t('Labels') }

/** Lists the label templates. */
export function TemplatesPage() {
  const { may } = useSignedIn()
  const { data: templates, error, refetch } = useTemplates()
  const mayEdit = may('manager')
  return (
    <>
      <PageHeader
        title={t('Label templates')}
        subtitle={t('What labels show, and where, to the tenth of a millimeter.')}
        back={back}
      >
        {mayEdit && templates && templates.length > 0 && (
          <Box visibleFrom="sm">
            <NewTemplate />
          </Box>
        )}
      </PageHeader>
      {!templates && <QueryState error={error} onRetry={refetch} />}
      {templates?.length === 0 && (
        <EmptyList
          title={t('Templates appear here')}
          action={
            mayEdit && (
              <Group visibleFrom="sm" gap="xs" justify="center">
                <Starts />
              </Group>
            )
          }
        >
          {mayEdit
            ? t('Begin with a size of today. Everything can be changed.')
            : t('No templates yet. Managers and admins create them.')}
        </EmptyList>
      )}
      {templates && templates.length > 0 && (
        <div className="label-templates">
          {templates.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </div>
      )}
    </>
  )
}

const TemplateCard = ({ template }: { readonly template: Template }) => (
  <Card withBorder>
    <div className="label-preview">
      <LabelDrawing template={template} values={exampleValues} name={template.name} />
    </div>
    <PageLink href={`/labels/templates/${template.id}`} fw={600} mt="xs">
      {template.name}
    </PageLink>
    <Text size="sm" c="dimmed">
      {sizeText(template)}
    </Text>
  </Card>
)

/** Returns the function that creates a template of a size and opens it. */
function useStart() {
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const start = (size: LabelSize): Promise<void> =>
    unlessRunning('new-template', async () => {
      setBusy(true)
      try {
        const { id } = await createTemplate(startOf(size))
        navigate(`/labels/templates/${id}`)
      } catch (error) {
        toastProblem(error)
        setBusy(false)
      }
    })
  return { isBusy, start }
}

function Starts() {
  const { isBusy, start } = useStart()
  return startSizes.map((size) => (
    <Button key={size.id} variant="default" disabled={isBusy} onClick={() => void start(size)}>
      {size.name}
    </Button>
  ))
}

function NewTemplate() {
  const { isBusy, start } = useStart()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={isBusy}>{t('New template')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {startSizes.map((size) => (
          <Menu.Item key={size.id} onClick={() => void start(size)}>
            {size.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
