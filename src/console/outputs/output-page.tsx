import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { serverText } from '../languages/server-texts'
import { changesOf, Form, useApiForm } from '../ui/forms/use-api-form'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { ClockTime, Time } from '../ui/values/time'
import { inputsOf, OutputFields, requestOf } from './output-fields'
import { type Output, outputsChanged, pathOf, useOutput } from './use-output'

const back = { href: '/mail', label: t('Mail and outputs') }

/** One output: what it was sent, its test, and its fields. */
export function OutputPage() {
  const { data: output, error, refetch } = useOutput()
  if (!output) return <NotFound error={error} onRetry={refetch} back={back} />
  return <Content key={output.id} output={output} />
}

interface Props {
  readonly output: Output
}

function Content({ output }: Props) {
  const [, navigate] = useLocation()
  const test = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/internal/v1/alert-outputs/{output}/test', { params: pathOf(output) })),
    onSuccess: () => toastDone(t('It was switched on and off')),
    onError: toastProblem,
  })
  const form = useApiForm({
    initial: inputsOf(output),
    submit: (inputs, saved) =>
      dataOf(
        api.PATCH('/internal/v1/alert-outputs/{output}', {
          params: pathOf(output),
          body: changesOf(requestOf(inputs), requestOf(saved)),
        }),
      ),
    done() {
      void outputsChanged()
      toastDone(t('Saved'))
    },
  })
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/alert-outputs/{output}', { params: pathOf(output) }))
    await outputsChanged()
    toastDone(t('{name} deleted', { name: output.name }))
    navigate('/mail', { replace: true })
  }
  return (
    <div className="narrow">
      <PageHeader title={output.name} back={back}>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {t('Test output')}
        </Button>
      </PageHeader>
      <Stack>
        <Section id="state" title={t('Status')}>
          <State output={output} />
        </Section>
        <Form form={form} label={t('Save')}>
          <OutputFields form={form} />
        </Form>
        <div>
          <ConfirmButton
            label={t('Delete output')}
            title={t('Delete output “{name}”', { name: output.name })}
            confirm={t('Delete output')}
            onConfirm={remove}
          >
            {t('Rules that tell it stay. Nothing is sent to it any more.')}
          </ConfirmButton>
        </div>
      </Stack>
    </div>
  )
}

function State({ output }: Props) {
  const { sent_state: state, sent_at: at, last_error: error, last_error_text: text } = output
  return (
    <Stack gap="xs">
      <Text size="sm">
        {state === null || at === null
          ? t('Nothing was sent to it yet.')
          : state === 'on'
            ? rich('It was switched on {time}.', { time: <Time at={at} /> })
            : rich('It was switched off {time}.', { time: <Time at={at} /> })}{' '}
        {t('The device is not asked for its state.')}
      </Text>
      {error !== null && output.failing_since !== null && (
        <Alert color="red" title={t('It cannot be switched')}>
          {serverText(error, text)} {rich('Since {time}.', { time: <ClockTime at={output.failing_since} /> })}
        </Alert>
      )}
    </Stack>
  )
}
