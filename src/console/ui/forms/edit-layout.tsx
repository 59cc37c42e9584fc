import type { ReactNode } from 'react'
import { t } from '../../languages/messages'
import { capitalized } from '../values/format'
import { LinkButton } from '../pages/link'
import { PageHeader } from '../pages/page-header'
import { Form } from './use-api-form'
import type { EditForm } from './use-edit-form'

interface EditLayoutProps<V extends Readonly<Record<string, unknown>>> {
  readonly name: string
  /** The page of the record. */
  readonly href: string
  readonly edit: EditForm<V>
  /** Whether the page needs the whole width. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The page on which a record is edited. */
export const EditLayout = <V extends Readonly<Record<string, unknown>>>({
  name,
  href,
  edit,
  isWide = false,
  children,
}: EditLayoutProps<V>) => (
  <div className={isWide ? undefined : 'narrow'}>
    <PageHeader title={t('Edit {name}', { name })} back={{ href, label: capitalized(name) }} />
    <Form
      form={edit.form}
      label={t('Save')}
      aside={
        <LinkButton href={href} variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      {edit.conflict}
      {children}
    </Form>
  </div>
)
