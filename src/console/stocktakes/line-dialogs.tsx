import { Button, Group, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf } from '../api/client'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LocationTreeSelect } from '../locations/location-tree-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { type StocktakeLine, stocktakesChanged } from './stocktake-queries'

interface LineProps {
  readonly id: number
  readonly line: StocktakeLine
}

/** What a counter may say about an asset that nobody has scanned. */
export const LineActions = (props: LineProps) => (
  <Group gap={4} wrap="nowrap">
    <FoundByHand {...props} />
    {(props.line.verdict === 'to_count' || props.line.verdict === 'moved_meanwhile') && <Excuse {...props} />}
  </Group>
)

const pathOf = ({ id, line }: LineProps) => ({
  path: { stocktake: id, asset: line.asset_id },
})

function Excuse(props: LineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { asset_name: name } = props.line
  const form = useApiForm({
    initial: { note: '' },
    submit: (body) =>
      dataOf(
        api.POST('/internal/v1/stocktakes/{stocktake}/lines/{asset}/excuse', {
          params: pathOf(props),
          body,
        }),
      ),
    done() {
      close()
      void stocktakesChanged()
    },
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t('Excuse {name}', { name })}>
        {t('Excuse')}
      </Button>
      <FormDialog opened={opened} onClose={close} title={t('Excuse {name}', { name })}>
        <Form form={form} label={t('Excuse')}>
          <Textarea label={t('Why is it not here?')} required autosize minRows={2} {...form.text('note')} />
        </Form>
      </FormDialog>
    </>
  )
}

function FoundByHand(props: LineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { asset_name: name, expected_location_id: expected } = props.line
  const { data: locations } = useLocationTree()
  const form = useApiForm({
    initial: { location_id: expected, note: '' },
    submit: ({ location_id: location, note }) =>
      dataOf(
        api.POST('/internal/v1/stocktakes/{stocktake}/lines/{asset}/found', {
          params: pathOf(props),
          body: { location_id: location as number, ...(note !== '' && { note }) },
        }),
      ),
    done() {
      close()
      void stocktakesChanged()
    },
  })
  const { value, error } = form.choice('location_id')
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t('Found by hand: {name}', { name })}>
        {t('Found by hand')}
      </Button>
      <FormDialog opened={opened} onClose={close} title={t('Found by hand: {name}', { name })}>
        <Form form={form} label={t('Found')}>
          <LocationTreeSelect
            label={t('Location')}
            placeholder={t('Choose a location')}
            locations={locations?.all ?? []}
            value={value}
            error={error}
            onChange={(id) => form.set('location_id', id)}
          />
          <Textarea label={t('Note')} autosize minRows={2} {...form.text('note')} />
        </Form>
      </FormDialog>
    </>
  )
}
