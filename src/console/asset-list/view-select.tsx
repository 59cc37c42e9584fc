import { t } from '../languages/messages'
import { NamedSelect, type NamedSelectProps } from '../ui/lists/named-select'
import { useViews } from './use-views'

/** Chooses the saved view whose assets a list is about. */
export function ViewSelect(select: Pick<NamedSelectProps, 'value' | 'onChange'>) {
  const { data } = useViews()
  return <NamedSelect label={t('Assets')} all={t('All assets')} options={data} {...select} />
}
