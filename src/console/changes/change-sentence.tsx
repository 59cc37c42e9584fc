import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import type { Role } from '../api/session'
import { PageLink } from '../ui/link'
import { roleLabel } from '../ui/roles'
import { fieldLabel } from './change-fields'

export type Change = Schemas['AuditEntry']
export type SubjectKind = Change['subject']['kind']

export const kindNames: Readonly<Record<SubjectKind, string>> = {
  asset: 'asset',
  location: 'location',
  reader: 'reader',
  unknown_tag: 'unknown tag',
  organization: 'organization',
  member: 'member',
  invitation: 'invitation',
  api_key: 'API key',
  backup: 'backup',
  clock: 'clock',
}

const pages: Partial<Record<SubjectKind, string>> = {
  asset: '/assets',
  location: '/locations',
  reader: '/readers',
}

/** What was changed, by name; a link where it is still there. */
function Subject({ subject }: { readonly subject: Change['subject'] }) {
  const name = subject.name ?? 'anybody with the link'
  const page = pages[subject.kind]
  return subject.is_there && page ? (
    <PageLink href={`${page}/${subject.id}`} inherit>
      {name}
    </PageLink>
  ) : (
    <b>{name}</b>
  )
}

/** Leads to all that they did; Whereabouts itself has no id. */
const Actor = ({ actor: { id, name } }: { readonly actor: Change['actor'] }) =>
  id === null ? (
    <b>{name}</b>
  ) : (
    <PageLink href={`/audit?who=${id}`} inherit fw={700} c="inherit">
      {name}
    </PageLink>
  )

/** Who did what to which: "Ada renamed the asset PALLET-1 to PALLET-2". */
export const ChangeSentence = ({ change }: { readonly change: Change }) => (
  <span>
    <Actor actor={change.actor} />
    {change.actor.kind === 'api_key' && ' (API key)'} {deedOf(change)}
  </span>
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const listed = new Intl.ListFormat('en')

function deedOf(change: Change): ReactNode {
  const { action, subject, before, after, actor } = change
  const kind = kindNames[subject.kind]
  const it = <Subject subject={subject} />
  const named = (
    <>
      the {kind} {it}
    </>
  )
  const tag = `${text((after ?? before)?.['tag_type'])} tag ${text((after ?? before)?.['value'])}`
  const isOwn = subject.kind === 'member' && subject.id === actor.id

  switch (action) {
    case 'created':
      if (subject.kind === 'backup') return 'made a backup'
      if (subject.kind === 'invitation')
        return (
          <>
            invited {it}, as {roleOf(after)}
          </>
        )
      return <>created {named}</>
    case 'changed':
      if (subject.kind === 'member')
        return isOwn && after?.['role'] === undefined ? (
          <>changed their name to {text(after?.['name'])}</>
        ) : (
          <>
            made {it} {roleOf(after)}
          </>
        )
      return (
        <>
          changed {listed.format(Object.keys(after ?? {}).map(fieldLabel))} of {named}
        </>
      )
    case 'renamed':
      return (
        <>
          renamed {named} to <b>{text(after?.['external_key'])}</b>
        </>
      )
    case 'moved':
      return after?.['parent_id'] === null ? (
        <>moved {named} to the top of the tree</>
      ) : (
        <>
          moved {named} into <b>{text(after?.['parent_external_key'])}</b>
        </>
      )
    case 'deleted':
      return <>deleted {named}</>
    case 'tag_attached':
      return (
        <>
          attached the {tag} to {named}
        </>
      )
    case 'tag_detached':
      return (
        <>
          removed the {tag} from {named}
        </>
      )
    case 'tag_bound':
      return (
        <>
          bound the unknown {tag} to {named}
        </>
      )
    case 'dismissed':
      return <>dismissed {named}</>
    case 'token_replaced':
      return <>replaced the device token of {named}</>
    case 'revoked':
      return subject.kind === 'invitation' ? <>revoked the invitation of {it}</> : <>revoked {named}</>
    case 'joined':
      return `joined, as ${roleOf(after)}`
    case 'removed':
      return isOwn ? 'left' : <>removed {it}</>
    case 'password_changed':
      return 'changed their password'
    case 'reset_link_created':
      return <>created a link to reset the password of {it}</>
    case 'password_reset':
      return 'reset their password'
    case 'ownership_given':
      return <>made {isOwn ? 'themselves' : it} an owner of the installation</>
    case 'ownership_ended':
      return isOwn ? (
        'stepped down as owner of the installation'
      ) : (
        <>removed {it} as owner of the installation</>
      )
    case 'confirmed':
      return <>confirmed the time {text(after?.['time'])}</>
  }
}

const roleOf = (fields: Change['after']): string => roleLabel(text(fields?.['role']) as Role).toLowerCase()
