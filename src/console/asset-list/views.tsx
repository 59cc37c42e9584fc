import { Button, Checkbox, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { DangerItem, MenuLink, MoreMenu } from '../ui/pages/more-menu'
import { conditionsIn } from './conditions'
import { hrefOf, isUnchanged, type Shown, useViews, type View, viewsChanged } from './use-views'

type Sort = Schemas['SavedView']['sort']

interface ViewsProps {
  readonly shown: Shown
  readonly defaultSort: string
  /** The id of the view in the address. */
  readonly current: string | undefined
}

/** The saved views beside the list, and what can be done with the one that is shown. */
export function Views({ shown, defaultSort, current }: ViewsProps) {
  const { data: views = [] } = useViews()
  const view = views.find(({ id }) => String(id) === current)
  const isSaved = view !== undefined && isUnchanged(view, shown, defaultSort)
  const isAll = shown.conditions === undefined && shown.sort === defaultSort
  if (views.length === 0 && isAll) return null
  const shared = views.filter((each) => each.is_shared)
  const own = views.filter((each) => !each.is_shared)
  return (
    <aside className="views">
      <nav aria-label={t('Views')} className="views-list">
        <Link href="/assets" {...(isAll && { 'aria-current': 'page' as const })}>
          {t('All assets')}
        </Link>
        {[...own, ...shared].map((each) => (
          <Link key={each.id} href={hrefOf(each)} {...(each === view && { 'aria-current': 'page' as const })}>
            {each.name}
            {each.is_shared && <span className="view-note">{t('shared')}</span>}
            {each.problems.length > 0 && <span className="view-note">{t('incomplete')}</span>}
          </Link>
        ))}
      </nav>
      <div className="views-actions">
        {!isAll && !isSaved && <SaveView shown={shown} defaultSort={defaultSort} view={view} />}
        {view && <ViewMenu view={view} />}
      </div>
    </aside>
  )
}

interface SaveViewProps {
  readonly shown: Shown
  readonly defaultSort: string
  /** The view that was changed. */
  readonly view: View | undefined
}

const bodyOf = ({ conditions, sort }: Shown, defaultSort: string) => ({
  conditions: conditionsIn(conditions) as View['conditions'],
  sort: sort === defaultSort ? null : (sort as Sort),
})

/** Saves what the list shows as a new view, or as a change of the one that was opened. */
function SaveView({ shown, defaultSort, view }: SaveViewProps) {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const mayChange = view && (!view.is_shared || may('manager'))
  async function change({ id, name }: View): Promise<void> {
    const params = { path: { view: id } }
    await dataOf(api.PATCH('/internal/v1/views/{view}', { params, body: bodyOf(shown, defaultSort) }))
    await viewsChanged()
    toastDone(t('{name} saved', { name }))
  }
  return (
    <>
      {mayChange && (
        <Button variant="default" size="compact-sm" onClick={() => void change(view).catch(toastProblem)}>
          {t('Save changes')}
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('Save as a view')}
      </Button>
      <FormDialog opened={isOpen} onClose={() => setOpen(false)} title={t('Save as a view')}>
        <NewViewForm shown={shown} defaultSort={defaultSort} onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}

interface NewViewFormProps {
  readonly shown: Shown
  readonly defaultSort: string
  readonly onDone: () => void
}

function NewViewForm({ shown, defaultSort, onDone }: NewViewFormProps) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: { name: '', is_shared: false },
    submit: ({ name, is_shared }) =>
      dataOf(api.POST('/internal/v1/views', { body: { name, is_shared, ...bodyOf(shown, defaultSort) } })),
    done({ data }) {
      toastDone(t('{name} saved', { name: data.name }))
      void viewsChanged()
      onDone()
      navigate(hrefOf(data), { replace: true })
    },
  })
  return (
    <Form form={form} label={t('Save')}>
      <Stack>
        <TextInput label={t('Name')} required data-autofocus {...form.text('name')} />
        <SharedInput
          isAllowed={may('manager')}
          value={form.values.is_shared}
          onChange={(isShared) => form.set('is_shared', isShared)}
        />
      </Stack>
    </Form>
  )
}

interface SharedInputProps {
  readonly isAllowed: boolean
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

const SharedInput = ({ isAllowed, value, onChange }: SharedInputProps) =>
  isAllowed ? (
    <Checkbox
      label={t('Share with all members')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  ) : (
    <Text size="sm" c="dimmed">
      {t('Only you see it. Managers and admins can share views.')}
    </Text>
  )

/** Renames, shares and deletes a view. */
function ViewMenu({ view }: { readonly view: View }) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState<'name' | 'delete'>()
  if (view.is_shared && !may('manager')) return null
  const { id, name } = view
  const params = { path: { view: id } }
  const close = () => setOpened(undefined)
  async function share(isShared: boolean): Promise<void> {
    await dataOf(api.PATCH('/internal/v1/views/{view}', { params, body: { is_shared: isShared } }))
    await viewsChanged()
    toastDone(isShared ? t('{name} is shared', { name }) : t('{name} is private', { name }))
  }
  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/views/{view}', { params }))
    await viewsChanged()
    toastDone(t('{name} deleted', { name }))
    navigate('/assets')
  }
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setOpened('name')}>{t('Rename')}</Menu.Item>
        {may('manager') && (
          <Menu.Item onClick={() => void share(!view.is_shared).catch(toastProblem)}>
            {view.is_shared ? t('Make private') : t('Share with all members')}
          </Menu.Item>
        )}
        {may('manager') && (
          <MenuLink href={`/reports/mail?${new URLSearchParams({ view: String(id), name }).toString()}`}>
            {t('Send by mail')}
          </MenuLink>
        )}
        <DangerItem onClick={() => setOpened('delete')}>{t('Delete the view')}</DangerItem>
      </MoreMenu>
      <FormDialog opened={opened === 'name'} onClose={close} title={t('Rename {name}', { name })}>
        <RenameForm view={view} onDone={close} />
      </FormDialog>
      <ConfirmDialog
        opened={opened === 'delete'}
        onClose={close}
        title={t('Delete the view “{name}”', { name })}
        label={t('Delete the view')}
        onConfirm={remove}
      >
        {view.is_shared ? t('It disappears for all members. No asset changes.') : t('No asset changes.')}
      </ConfirmDialog>
    </>
  )
}

function RenameForm({ view, onDone }: { readonly view: View; readonly onDone: () => void }) {
  const form = useApiForm({
    initial: { name: view.name },
    submit: (body) =>
      dataOf(api.PATCH('/internal/v1/views/{view}', { params: { path: { view: view.id } }, body })),
    done({ data }) {
      toastDone(t('{name} saved', { name: data.name }))
      void viewsChanged()
      onDone()
    },
  })
  return (
    <Form form={form} label={t('Save')}>
      <TextInput label={t('Name')} required data-autofocus {...form.text('name')} />
    </Form>
  )
}
