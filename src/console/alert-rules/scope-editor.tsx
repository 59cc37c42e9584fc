import { CloseButton, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { t } from '../languages/messages'
import { useViews } from '../asset-list/use-views'
import { useFields } from '../fields/use-fields'
import { recordName, RecordSelect } from '../records/record-select'
import type { RuleDraft } from './rule-draft'

type Scope = RuleDraft['scope']

interface ScopeEditorProps {
  readonly scope: Scope
  readonly error: string | undefined
  readonly onChange: (scope: Scope) => void
}

/** Which assets a rule is about. */
export function ScopeEditor({ scope, error, onChange }: ScopeEditorProps) {
  const { data: fields = [] } = useFields()
  const { data: views = [] } = useViews()
  const empty: Readonly<Record<Scope['kind'], Scope>> = {
    all: { kind: 'all' },
    assets: { kind: 'assets', asset_ids: [] },
    search: { kind: 'search', q: '' },
    field: { kind: 'field', key: fields[0]?.key ?? '', value: '' },
    view: { kind: 'view', ...(views[0] && { view_id: views[0].id }) },
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={t('Which assets')}
        value={scope.kind}
        error={error}
        onChange={(kind) => onChange(empty[kind as Scope['kind']])}
      >
        <Group gap="md">
          <Radio value="all" label={t('All assets')} />
          <Radio value="assets" label={t('Chosen assets')} />
          <Radio value="search" label={t('Assets with a text')} />
          {views.length > 0 && <Radio value="view" label={t('Assets of a saved view')} />}
          {fields.length > 0 && <Radio value="field" label={t('Assets with a value of a field')} />}
        </Group>
      </Radio.Group>
      {scope.kind === 'assets' && <ChosenAssets ids={scope.asset_ids ?? []} onChange={onChange} />}
      {scope.kind === 'search' && (
        <TextInput
          label={t('Name, key, description or tag contains')}
          value={scope.q ?? ''}
          onChange={(event) => onChange({ kind: 'search', q: event.currentTarget.value })}
        />
      )}
      {scope.kind === 'view' && (
        <NativeSelect
          label={t('View')}
          description={t('Views with conditions on status, tag types, text and own fields')}
          data={views.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(scope.view_id ?? '')}
          onChange={(event) => onChange({ kind: 'view', view_id: Number(event.currentTarget.value) })}
        />
      )}
      {scope.kind === 'field' && <FieldValue scope={scope} fields={fields} onChange={onChange} />}
    </Stack>
  )
}

interface FieldValueProps extends Pick<ScopeEditorProps, 'scope' | 'onChange'> {
  readonly fields: NonNullable<ReturnType<typeof useFields>['data']>
}

function FieldValue({ scope: { key = '', value = '' }, fields, onChange }: FieldValueProps) {
  const isNumber = (of: string) => fields.find((field) => field.key === of)?.type === 'number'
  const put = (nextKey: string, text: string) => {
    const number = Number(text.replace(',', '.'))
    const isSent = isNumber(nextKey) && text !== '' && Number.isFinite(number)
    onChange({ kind: 'field', key: nextKey, value: isSent ? number : text })
  }
  return (
    <Group gap="sm" align="flex-start">
      <NativeSelect
        label={t('Field')}
        data={fields.map((field) => ({ value: field.key, label: field.name }))}
        value={key}
        onChange={(event) => put(event.currentTarget.value, String(value))}
      />
      <TextInput
        label={t('Value')}
        value={String(value)}
        onChange={(event) => put(key, event.currentTarget.value)}
      />
    </Group>
  )
}

interface ChosenAssetsProps {
  readonly ids: readonly number[]
  readonly onChange: (scope: Scope) => void
}

function ChosenAssets({ ids, onChange }: ChosenAssetsProps) {
  const names = useQueries({
    queries: ids.map((id) => ({ queryKey: ['assets', 'sole', id], queryFn: () => recordName('asset', id) })),
  })
  const choose = (next: readonly number[]) => onChange({ kind: 'assets', asset_ids: [...new Set(next)] })
  return (
    <Stack gap="xs">
      <RecordSelect
        kind="asset"
        label={t('Add an asset')}
        value={null}
        onChange={(id) => id !== null && choose([...ids, id])}
      />
      {ids.length > 0 && (
        <ul className="plain chosen-assets">
          {ids.map((id, at) => (
            <li key={id}>
              {names[at]?.data ?? '…'}
              <CloseButton
                size="sm"
                aria-label={t('Remove {name}', { name: names[at]?.data ?? String(id) })}
                onClick={() => choose(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
