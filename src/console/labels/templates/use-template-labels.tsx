import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'
import { t } from '../../languages/messages'
import { isSheet, type LabelSize, rollOf, sizes } from '../sheets/label-sizes'
import { useScale } from './correction'
import { LabelDrawing } from './label-drawing'
import type { Template } from './template'
import { useTemplates } from './template-queries'

interface Choice {
  readonly assets: readonly string[]
  readonly locations: readonly string[]
  /** The id of the size in the address. */
  readonly sizeId: string | null
  readonly paper: string | null
}

const prefix = 'template-'

/** The labels of records with a template, if the address names one as the size. */
export function useTemplateLabels({ assets, locations, sizeId, paper }: Choice) {
  const list = useTemplates()
  const scale = useScale()
  const isChosen = sizeId?.startsWith(prefix) ?? false
  const template = list.data?.find(({ id }) => `${prefix}${id}` === sizeId)
  const values = useQuery({
    queryKey: ['label values', assets, locations],
    queryFn: async () => {
      const query = { asset_external_key: [...assets], location_external_key: [...locations] }
      return (await dataOf(api.GET('/internal/v1/label-values', { params: { query } }))).data
    },
    enabled: isChosen && assets.length + locations.length > 0,
    placeholderData: keepPreviousData,
  })
  const isGone = isChosen && list.data !== undefined && template === undefined
  const options = (list.data ?? []).map(({ id, name }) => ({ value: `${prefix}${id}`, label: name }))
  const records = isChosen ? (values.data ?? []) : []
  const papers = template ? papersOf(template) : []
  return {
    isChosen,
    template,
    isGone,
    records,
    isLoaded: values.data !== undefined,
    size: papers.find(({ id }) => id === paper) ?? papers[0],
    papers: papers.map(({ id, name }) => ({ value: id, label: name })),
    // A choice shows the first option for a value that is none of them.
    options: isGone
      ? [{ value: sizeId ?? '', label: t('A template that was deleted') }, ...options]
      : options,
    labels: template
      ? records.map(({ kind, id, values: own, external_key: key }) => (
          <LabelDrawing
            key={`${kind} ${id}`}
            template={template}
            values={own}
            name={own['name'] ?? key}
            scale={scale}
          />
        ))
      : [],
    error: list.error ?? values.error,
    refetch: () => (list.error ? list.refetch() : values.refetch()),
    isPending: list.isPending || (template !== undefined && values.isPending),
  }
}

/** The papers of a template: a roll, and the sheets whose labels have its size. */
const papersOf = ({ id, width_mm: width, height_mm: height }: Template): LabelSize[] => [
  rollOf(`${prefix}${id}`, t('Roll'), width, height),
  ...sizes.filter((size) => isSheet(size) && isNear(size.width, width) && isNear(size.height, height)),
]

/** Sheets are measured in inches or millimeters, templates in hundredths of a millimeter. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.01
