import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { changesOf, Form, useApiForm } from '../ui/forms/use-api-form'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Pairs } from '../ui/values/pairs'
import { ClockTime } from '../ui/values/time'
import { inputsOf, PrinterFields, requestOf } from './printer-fields'
import { pathOf, type Printer, printersChanged, stateText, usePrinter } from './printer-queries'

const back = { href: '/printers', label: t('Printers') }

/** One label printer: what it has said last, its test, and its fields. */
export function PrinterPage() {
  const { data: printer, error, refetch } = usePrinter(Number(useParams()['id']))
  if (!printer) return <NotFound error={error} onRetry={refetch} back={back} />
  return <Content key={printer.id} printer={printer} />
}

interface Props {
  readonly printer: Printer
}

function Content({ printer }: Props) {
  const { may } = useSignedIn()
  const test = useMutation({
    mutationFn: () => dataOf(api.POST('/internal/v1/printers/{printer}/test', { params: pathOf(printer) })),
    onError: toastProblem,
    onSettled: printersChanged,
  })
  return (
    <div className="narrow">
      <PageHeader title={printer.name} back={back}>
        {may('operator') && (
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('Test printer')}
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Section id="state" title={t('Status')}>
          <State printer={printer} />
        </Section>
        {may('admin') ? <Edit printer={printer} /> : <Facts printer={printer} />}
      </Stack>
    </div>
  )
}

function State({ printer }: Props) {
  const since = rich('Since {time}.', { time: <ClockTime at={printer.since} /> })
  if (printer.problem !== null)
    return (
      <Alert color="red" role="status" title={t('It does not print')}>
        {stateText(printer)}. {since}
      </Alert>
    )
  return (
    <Text size="sm" role="status">
      {stateText(printer)}. {since} {t('It is asked by a test, and while it has print jobs.')}
    </Text>
  )
}

const Facts = ({ printer: { host, port, dpi } }: Props) => (
  <Pairs
    pairs={[
      [t('Host'), `${host}:${port}`],
      [t('Resolution'), t('{dpi} dpi', { dpi })],
    ]}
  />
)

function Edit({ printer }: Props) {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: inputsOf(printer),
    submit: (inputs, saved) =>
      dataOf(
        api.PATCH('/internal/v1/printers/{printer}', {
          params: pathOf(printer),
          body: changesOf(requestOf(inputs), requestOf(saved)),
        }),
      ),
    done() {
      void printersChanged()
      toastDone(t('Saved'))
    },
  })
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/printers/{printer}', { params: pathOf(printer) }))
    await printersChanged()
    toastDone(t('{name} deleted', { name: printer.name }))
    navigate('/printers', { replace: true })
  }
  return (
    <>
      <Form form={form} label={t('Save')}>
        <PrinterFields form={form} />
      </Form>
      <div>
        <ConfirmButton
          label={t('Delete printer')}
          title={t('Delete printer “{name}”', { name: printer.name })}
          confirm={t('Delete printer')}
          onConfirm={remove}
        >
          {t('Print jobs that have ended keep their labels.')}
        </ConfirmButton>
      </div>
    </>
  )
}
