import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import type { Role } from '../api/session'
import { counted } from '../ui/format'
import { PageLink } from '../ui/link'
import { usePathText } from '../ui/place-path'
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
  plan: 'floor plan of',
  wall_link: 'wall link',
  asset_field: 'asset field',
  clock: 'clock',
}

const pages: Partial<Record<SubjectKind, string>> = {
  asset: '/assets',
  location: '/locations',
  reader: '/readers',
}

/** The name of the record that was changed; a link when the record still exists. */
function Subject({ subject }: { readonly subject: Change['subject'] }) {
  const pathOf = usePathText()
  const key = subject.name ?? 'anyone with the link'
  const name = subject.kind === 'location' ? pathOf(Number(subject.id), key) : key
  const page = pages[subject.kind]
  return subject.is_there && page ? (
    <PageLink href={`${page}/${subject.id}`} inherit underline="always">
      {name}
    </PageLink>
  ) : (
    <b>{name}</b>
  )
}

/** The name of the user or API key, as a link to all their changes. Whereabouts itself has no id. */
const Actor = ({ actor: { id, name } }: { readonly actor: Change['actor'] }) =>
  id === null ? (
    <b>{name}</b>
  ) : (
    <PageLink href={`/audit?who=${id}`} inherit fw={700} c="inherit">
      {name}
    </PageLink>
  )

/** A change as a sentence: "Ada changed the key of the asset PALLET-1 to PALLET-2". */
export const ChangeSentence = ({ change }: { readonly change: Change }) => (
  <span>
    <Actor actor={change.actor} />
    {change.actor.kind === 'api_key' && ' (API key)'} {phraseOf(change)}
  </span>
)

/** The changes of an import as a sentence: "Ada imported assets: 500 changes". */
export const ImportSentence = ({ change, count }: { readonly change: Change; readonly count: number }) => (
  <span>
    <Actor actor={change.actor} /> imported {kindNames[change.subject.kind]}s: <b>{counted(count)} changes</b>
  </span>
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const listed = new Intl.ListFormat('en')

/** The parts of a sentence. */
interface Parts {
  readonly change: Change
  /** The name of the subject. */
  readonly it: ReactNode
  /** The kind and the name of the subject. */
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
  if (subject.kind === 'backup') return 'created a backup'
  if (subject.kind !== 'invitation') return <>created {named}</>
  return (
    <>
      invited {it} as {roleOf(after)}
    </>
  )
}

function changedPhrase({ change: { subject, after }, it, named, isOwn }: Parts): ReactNode {
  if (subject.kind !== 'member')
    return (
      <>
        changed the {listed.format(Object.keys(after ?? {}).map(fieldLabel))} of {named}
      </>
    )
  if (isOwn && after?.['role'] === undefined) return <>changed their name to {text(after?.['name'])}</>
  return (
    <>
      changed the role of {it} to {roleOf(after)}
    </>
  )
}

const movedPhrase = ({ change: { after }, named }: Parts): ReactNode =>
  after?.['parent_id'] === null ? (
    <>moved {named} to the top level</>
  ) : (
    <>
      moved {named} into <Parent fields={after} />
    </>
  )

function Parent({ fields }: { readonly fields: Change['after'] }) {
  const pathOf = usePathText()
  return <b>{pathOf(Number(fields?.['parent_id']), text(fields?.['parent_external_key']))}</b>
}

/** The sentence without its actor, by action. */
const phrases: Readonly<Record<Change['action'], (parts: Parts) => ReactNode>> = {
  created: createdPhrase,
  changed: changedPhrase,
  renamed: ({ change, named }) => (
    <>
      changed the key of {named} to <b>{text(change.after?.['external_key'])}</b>
    </>
  ),
  moved: movedPhrase,
  deleted: ({ named }) => <>deleted {named}</>,
  tag_attached: ({ change, named }) => (
    <>
      added the {tagOf(change)} to {named}
    </>
  ),
  tag_detached: ({ change, named }) => (
    <>
      removed the {tagOf(change)} from {named}
    </>
  ),
  tag_bound: ({ change, named }) => (
    <>
      assigned the unknown {tagOf(change)} to {named}
    </>
  ),
  dismissed: ({ named }) => <>dismissed {named}</>,
  restored: ({ named }) => <>restored {named}</>,
  token_replaced: ({ named }) => <>replaced the device token of {named}</>,
  revoked: ({ change: { subject }, it, named }) =>
    subject.kind === 'invitation' ? <>revoked the invitation for {it}</> : <>revoked {named}</>,
  joined: ({ change }) => `joined as ${roleOf(change.after)}`,
  removed: ({ named, isOwn }) => (isOwn ? 'left the organization' : <>removed {named}</>),
  password_changed: () => 'changed their password',
  reset_link_created: ({ it }) => <>created a link to reset the password of {it}</>,
  password_reset: () => 'reset their password',
  second_factor_added: () => 'added an authenticator app to their account',
  second_factor_removed: ({ it, isOwn }) =>
    isOwn ? 'removed the second factor of their account' : <>removed the second factor of {it}</>,
  recovery_codes_replaced: () => 'created new recovery codes',
  recovery_code_used: () => 'signed in with a recovery code',
  local_sign_in_allowed: ({ it }) => <>allowed the password of {it} for a day</>,
  signed_in: ({ change }) => (
    <>
      signed in with <b>{text(change.after?.['issuer'])}</b>
    </>
  ),
  provider_linked: ({ change }) => (
    <>
      connected their account to <b>{text(change.after?.['issuer'])}</b>
    </>
  ),
  provider_unlinked: ({ change }) => (
    <>
      disconnected their account from <b>{text(change.before?.['issuer'])}</b>
    </>
  ),
  ownership_given: ({ it, isOwn }) => <>made {isOwn ? 'themselves' : it} an owner of the installation</>,
  ownership_ended: ({ it, isOwn }) =>
    isOwn ? 'stepped down as owner of the installation' : <>removed {it} as owner of the installation</>,
  photo_added: ({ named }) => <>added a photo to {named}</>,
  photo_changed: ({ named }) => <>changed a photo of {named}</>,
  photo_removed: ({ named }) => <>removed a photo from {named}</>,
  confirmed: ({ change }) => <>confirmed that the time {text(change.after?.['time'])} is correct</>,
}

/** Falls back to the name of the action: until it is reloaded, the console may be older than the service and not know the action. */
function phraseOf(change: Change): ReactNode {
  const phrase: ((parts: Parts) => ReactNode) | undefined = phrases[change.action]
  return phrase ? phrase(partsOf(change)) : change.action
}
