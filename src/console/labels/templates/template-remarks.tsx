import { Alert } from '@mantine/core'
import { t } from '../../languages/messages'
import { Missing, namesOf } from '../sheets/missing'
import { codeFault, type Element, isCode, kindNames, textOf, type Values } from './template'
import type { useTemplateLabels } from './use-template-labels'

interface TemplateRemarksProps {
  readonly chosen: ReturnType<typeof useTemplateLabels>
  /** The keys of the chosen records. */
  readonly keys: readonly string[]
}

/** Explains which labels lack something or cannot be read. */
export function TemplateRemarks({ chosen, keys }: TemplateRemarksProps) {
  const { template, isGone, records, isLoaded } = chosen
  if (isGone) return <Alert color="yellow">{t('The template does not exist any more. Choose a size.')}</Alert>
  if (!template || !isLoaded) return null
  const known = new Set(records.map(({ external_key: key }) => key))
  const faults = template.elements.filter(isCode).flatMap((element) => faultsOf(element, records))
  return (
    <>
      <Missing keys={keys.filter((key) => !known.has(key))} />
      {faults.map((fault) => (
        <Alert key={fault} color="yellow">
          {fault}
        </Alert>
      ))}
    </>
  )
}

/** Returns sentences about the labels whose code is missing or cannot be read. */
function faultsOf(element: Element, records: readonly { readonly values: Values }[]): string[] {
  const kind = kindNames[element.kind]
  const named = (some: typeof records) => namesOf(some.map(({ values }) => ({ name: values['name'] ?? '' })))
  const empty = records.filter(({ values }) => textOf(element, values) === '')
  const unsuitable = records.filter(({ values }) => codeFault(element, values) === 'unsuitable')
  const small = records.filter(({ values }) => typeof codeFault(element, values) === 'object')
  return [
    ...(empty.length > 0
      ? [
          t('The labels of {names} have no {kind}, because its field has no value.', {
            names: named(empty),
            kind,
          }),
        ]
      : []),
    ...(unsuitable.length > 0
      ? [t("{kind} can't hold the text of {names}.", { kind, names: named(unsuitable) })]
      : []),
    ...(small.length > 0
      ? [t('{kind} is too small to be read on the labels of {names}.', { kind, names: named(small) })]
      : []),
  ]
}
