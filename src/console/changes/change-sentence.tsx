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
    {change.actor.kind === 'api_key' && ' (API key)'} {phraseOf(change)}
  </span>
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const listed = new Intl.ListFormat('en')

/** What a phrase is made of. */
interface Parts {
  readonly change: Change
  /** The subject by name. */
  readonly it: ReactNode
  /** The subject by kind and name. */
  readonly named: ReactNode
  /** Whether users changed their own membership. */
  readonly isOwn: boolean
}

function partsOf(change: Change): Parts {
  const { subject, actor } = change
  const it = <Subject subject={subject} />
  const named = (
    <>
      the {kindNames[subject.kind]} {it}
    </>
  )
  return { change, it, named, isOwn: subject.kind === 'member' && subject.id === actor.id }
}

function tagOf({ before, after }: Change): string {
  const tag = after ?? before
  return `${text(tag?.['tag_type'])} tag ${text(tag?.['value'])}`
}

const roleOf = (fields: Change['after']): string => roleLabel(text(fields?.['role']) as Role).toLowerCase()

function createdPhrase({ change: { subject, after }, it, named }: Parts): ReactNode {
  if (subject.kind === 'backup') return 'made a backup'
  if (subject.kind !== 'invitation') return <>created {named}</>
  return (
    <>
      invited {it}, as {roleOf(after)}
    </>
  )
}

function changedPhrase({ change: { subject, after }, it, named, isOwn }: Parts): ReactNode {
  if (subject.kind !== 'member')
    return (
      <>
        changed {listed.format(Object.keys(after ?? {}).map(fieldLabel))} of {named}
      </>
    )
  if (isOwn && after?.['role'] === undefined) return <>changed their name to {text(after?.['name'])}</>
  return (
    <>
      made {it} {roleOf(after)}
    </>
  )
}

const movedPhrase = ({ change: { after }, named }: Parts): ReactNode =>
  after?.['parent_id'] === null ? (
    <>moved {named} to the top of the tree</>
  ) : (
    <>
      moved {named} into <b>{text(after?.['parent_external_key'])}</b>
    </>
  )

/** What was done, by action: the sentence without its actor. */
const phrases: Readonly<Record<Change['action'], (parts: Parts) => ReactNode>> = {
  created: createdPhrase,
  changed: changedPhrase,
  renamed: ({ change, named }) => (
    <>
      renamed {named} to <b>{text(change.after?.['external_key'])}</b>
    </>
  ),
  moved: movedPhrase,
  deleted: ({ named }) => <>deleted {named}</>,
  tag_attached: ({ change, named }) => (
    <>
      attached the {tagOf(change)} to {named}
    </>
  ),
  tag_detached: ({ change, named }) => (
    <>
      removed the {tagOf(change)} from {named}
    </>
  ),
  tag_bound: ({ change, named }) => (
    <>
      bound the unknown {tagOf(change)} to {named}
    </>
  ),
  dismissed: ({ named }) => <>dismissed {named}</>,
  token_replaced: ({ named }) => <>replaced the device token of {named}</>,
  revoked: ({ change: { subject }, it, named }) =>
    subject.kind === 'invitation' ? <>revoked the invitation of {it}</> : <>revoked {named}</>,
  joined: ({ change }) => `joined, as ${roleOf(change.after)}`,
  removed: ({ it, isOwn }) => (isOwn ? 'left' : <>removed {it}</>),
  password_changed: () => 'changed their password',
  reset_link_created: ({ it }) => <>created a link to reset the password of {it}</>,
  password_reset: () => 'reset their password',
  ownership_given: ({ it, isOwn }) => <>made {isOwn ? 'themselves' : it} an owner of the installation</>,
  ownership_ended: ({ it, isOwn }) =>
    isOwn ? 'stepped down as owner of the installation' : <>removed {it} as owner of the installation</>,
  confirmed: ({ change }) => <>confirmed the time {text(change.after?.['time'])}</>,
}

/** Returns the name of an action that this console does not know: it is older than the service, until the page is reloaded. */
function phraseOf(change: Change): ReactNode {
  const phrase: ((parts: Parts) => ReactNode) | undefined = phrases[change.action]
  return phrase ? phrase(partsOf(change)) : change.action
}
