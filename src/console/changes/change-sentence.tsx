import type { ReactNode } from 'react'
import type { Schemas } from '../api/client'
import type { Role } from '../api/session'
import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted, exactly } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { usePathText } from '../ui/pages/place-path'
import { roleName } from '../ui/pages/roles'
import { fieldLabel } from './change-fields'

export type Change = Schemas['AuditEntry']
export type SubjectKind = Change['subject']['kind']

type Named = (it: ReactNode) => ReactNode

/** A record within a sentence: "the asset PALLET-1". */
const namedAs: Readonly<Record<SubjectKind, Named>> = {
  asset: (it) => rich('the asset {it}', { it }),
  location: (it) => rich('the location {it}', { it }),
  reader: (it) => rich('the reader {it}', { it }),
  unknown_tag: (it) => rich('the unknown tag {it}', { it }),
  organization: (it) => rich('the organization {it}', { it }),
  member: (it) => rich('the member {it}', { it }),
  invitation: (it) => rich('the invitation {it}', { it }),
  api_key: (it) => rich('the API key {it}', { it }),
  backup: (it) => rich('the backup {it}', { it }),
  plan: (it) => rich('the floor plan of {it}', { it }),
  wall_link: (it) => rich('the wall link {it}', { it }),
  asset_field: (it) => rich('the asset field {it}', { it }),
  webhook: (it) => rich('the webhook {it}', { it }),
  alert_rule: (it) => rich('the alert rule {it}', { it }),
  view: (it) => rich('the view {it}', { it }),
  alert: (it) => rich('an alert of the rule {it}', { it }),
  alert_output: (it) => rich('the output {it}', { it }),
  mail: (it) => rich('mail to {it}', { it }),
  mail_schedule: (it) => rich('schedule {it}', { it }),
  clock: (it) => rich('the clock {it}', { it }),
  place_sample: (it) => rich('the sample of {it}', { it }),
  place_model: () => t('what is learned of places'),
  stocktake: (it) => rich('the stocktake {it}', { it }),
  search: (it) => rich('the search for {it}', { it }),
  reference_asset: (it) => rich('the reference tag {it}', { it }),
  gs1_prefix: (it) => rich('the GS1 prefix {it}', { it }),
  printer: (it) => rich('the printer {it}', { it }),
  print_job: (it) => rich('the print job {it}', { it }),
  label_template: (it) => rich('the label template {it}', { it }),
}

const pages: Partial<Record<SubjectKind, string>> = {
  asset: '/assets',
  location: '/locations',
  reader: '/readers',
}

/** The name of the record that was changed; a link when the record still exists. */
function Subject({ change: { subject, before, after } }: { readonly change: Change }) {
  const pathOf = usePathText()
  const key = recordNameOf(subject, before, after) ?? subject.name ?? t('anyone with the link')
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

/** The name of an asset, a location or a reader: the present one, or that of a deletion. Users seldom know its key. */
function recordNameOf(
  { kind, record_name: present }: Change['subject'],
  before: Change['before'],
  after: Change['after'],
): string | undefined {
  if (present !== null || pages[kind] === undefined) return present ?? undefined
  // The fields of an added tag are those of the tag, which has no name.
  return text(before?.['name']) || text(after?.['name']) || undefined
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
    {change.actor.kind === 'api_key' && ` ${t('(API key)')}`} {phraseOf(change)}
  </span>
)

/** The changes of an import as a sentence: "Ada imported assets: 500 changes". */
interface ImportSentenceProps {
  readonly change: Change
  readonly count: number
  /** Whether these are the changes that take back an import. */
  readonly isUndo: boolean
}

export function ImportSentence({ change, count, isUndo }: ImportSentenceProps) {
  const values = {
    actor: <Actor actor={change.actor} />,
    changes: <b>{t('{count} changes', { count: counted(count) })}</b>,
  }
  if (isUndo) return <span>{rich('{actor} has undone an import: {changes}', values)}</span>
  return (
    <span>
      {change.subject.kind === 'location'
        ? rich('{actor} imported locations: {changes}', values)
        : rich('{actor} imported assets: {changes}', values)}
    </span>
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const listed = new Intl.ListFormat(locale())

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
  const it = <Subject change={change} />
  const named = namedAs[subject.kind](it)
  return { change, it, named, isOwn: subject.kind === 'member' && subject.id === actor.id }
}

function tagOf({ before, after }: Change): string {
  const tag = after ?? before
  return t('{type} tag {value}', { type: text(tag?.['tag_type']), value: text(tag?.['value']) })
}

const roleOf = (fields: Change['after']): string => roleName(text(fields?.['role']) as Role)

function createdPhrase({ change: { subject, after }, it, named }: Parts): ReactNode {
  if (subject.kind === 'backup') return t('created a backup')
  if (subject.kind !== 'invitation') return <>{rich('created {named}', { named })}</>
  return <>{rich('invited {it} as {role}', { it, role: roleOf(after) })}</>
}

function changedPhrase({ change: { subject, after }, it, named, isOwn }: Parts): ReactNode {
  if (subject.kind !== 'member')
    return (
      <>
        {rich('changed the {fields} of {named}', {
          fields: listed.format(Object.keys(after ?? {}).map(fieldLabel)),
          named,
        })}
      </>
    )
  if (isOwn && after?.['role'] === undefined)
    return <>{t('changed their name to {name}', { name: text(after?.['name']) })}</>
  return <>{rich('changed the role of {it} to {role}', { it, role: roleOf(after) })}</>
}

const movedPhrase = ({ change: { after }, named }: Parts): ReactNode =>
  after?.['parent_id'] === null ? (
    <>{rich('moved {named} to the top level', { named })}</>
  ) : (
    <>{rich('moved {named} into {parent}', { named, parent: <Parent fields={after} /> })}</>
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
      {rich('changed the key of {named} to {key}', {
        named,
        key: <b>{text(change.after?.['external_key'])}</b>,
      })}
    </>
  ),
  moved: movedPhrase,
  deleted: ({ named }) => <>{rich('deleted {named}', { named })}</>,
  tag_attached: ({ change, named }) => (
    <>{rich('added the {tag} to {named}', { tag: tagOf(change), named })}</>
  ),
  tag_detached: ({ change, named }) => (
    <>{rich('removed the {tag} from {named}', { tag: tagOf(change), named })}</>
  ),
  tag_key_changed: ({ change, named }) => (
    <>{rich('changed the key of the {tag} of {named}', { tag: tagOf(change), named })}</>
  ),
  tag_bound: ({ change, named }) => (
    <>{rich('assigned the unknown {tag} to {named}', { tag: tagOf(change), named })}</>
  ),
  dismissed: ({ named }) => <>{rich('dismissed {named}', { named })}</>,
  restored: ({ named }) => <>{rich('restored {named}', { named })}</>,
  token_replaced: ({ named }) => <>{rich('replaced the device token of {named}', { named })}</>,
  revoked: ({ change: { subject }, it, named }) =>
    subject.kind === 'invitation' ? (
      <>{rich('revoked the invitation for {it}', { it })}</>
    ) : (
      <>{rich('revoked {named}', { named })}</>
    ),
  joined: ({ change }) => t('joined as {role}', { role: roleOf(change.after) }),
  removed: ({ named, isOwn }) =>
    isOwn ? t('left the organization') : <>{rich('removed {named}', { named })}</>,
  password_changed: () => t('changed their password'),
  reset_link_created: ({ it }) => <>{rich('created a link to reset the password of {it}', { it })}</>,
  password_reset: () => t('reset their password'),
  ownership_given: ({ it, isOwn }) => (
    <>
      {isOwn
        ? t('made themselves an owner of the installation')
        : rich('made {it} an owner of the installation', { it })}
    </>
  ),
  second_factor_added: () => t('added an authenticator app to their account'),
  second_factor_removed: ({ it, isOwn }) =>
    isOwn ? (
      t('removed the second factor of their account')
    ) : (
      <>{rich('removed the second factor of {it}', { it })}</>
    ),
  recovery_codes_replaced: () => t('created new recovery codes'),
  recovery_code_used: () => t('used a recovery code'),
  local_sign_in_allowed: ({ it }) => <>{rich('allowed the password of {it} for a day', { it })}</>,
  passkey_added: ({ change }) => (
    <>{rich('added the passkey {name}', { name: <b>{text(change.after?.['name'])}</b> })}</>
  ),
  passkey_removed: ({ change }) => (
    <>{rich('removed the passkey {name}', { name: <b>{text(change.before?.['name'])}</b> })}</>
  ),
  signed_in: ({ change }) => (
    <>{rich('signed in with {provider}', { provider: <b>{text(change.after?.['issuer'])}</b> })}</>
  ),
  provider_linked: ({ change }) => (
    <>
      {rich('connected their account to {provider}', { provider: <b>{text(change.after?.['issuer'])}</b> })}
    </>
  ),
  provider_unlinked: ({ change }) => (
    <>
      {rich('disconnected their account from {provider}', {
        provider: <b>{text(change.before?.['issuer'])}</b>,
      })}
    </>
  ),
  earlier_sign_ins_removed: ({ it }) => (
    <>{rich('removed the earlier access of {it}: password, passkeys, second factor and sessions', { it })}</>
  ),
  ownership_ended: ({ it, isOwn }) =>
    isOwn ? (
      t('stepped down as owner of the installation')
    ) : (
      <>{rich('removed {it} as owner of the installation', { it })}</>
    ),
  acknowledged: ({ named }) => <>{rich('acknowledged {named}', { named })}</>,
  released: ({ named }) => <>{rich('gave back {named}', { named })}</>,
  snoozed: ({ named }) => <>{rich('snoozed {named}', { named })}</>,
  closed: ({ named }) => <>{rich('closed {named}', { named })}</>,
  opened: ({ named }) => <>{rich('opened {named}', { named })}</>,
  canceled: ({ named }) => <>{rich('canceled {named}', { named })}</>,
  finished: ({ change, named }) =>
    change.subject.kind === 'print_job' ? (
      <>{rich('finished {named}', { named })}</>
    ) : (
      <>{rich('finished a place of {named}', { named })}</>
    ),
  paused: ({ named }) => <>{rich('paused {named}', { named })}</>,
  resumed: ({ named }) => <>{rich('continued {named}', { named })}</>,
  stopped: ({ named }) => <>{rich('stopped {named}', { named })}</>,
  printed_again: ({ named }) => <>{rich('printed a label of {named} again', { named })}</>,
  excused: ({ named }) => <>{rich('excused an asset in {named}', { named })}</>,
  counted: ({ named }) => <>{rich('counted an asset by hand in {named}', { named })}</>,
  started: ({ named }) => <>{rich('started {named}', { named })}</>,
  found: ({ named }) => <>{rich('ended {named}: found', { named })}</>,
  lost: ({ named }) => <>{rich('gave up {named}: lost', { named })}</>,
  tested: ({ named }) => <>{rich('tested {named}', { named })}</>,
  photo_added: ({ named }) => <>{rich('added a photo to {named}', { named })}</>,
  photo_changed: ({ named }) => <>{rich('changed a photo of {named}', { named })}</>,
  photo_removed: ({ named }) => <>{rich('removed a photo from {named}', { named })}</>,
  confirmed: ({ change }) => (
    <>{t('confirmed that the time {time} is correct', { time: exactly(text(change.after?.['time'])) })}</>
  ),
}

/** Falls back to the name of the action: until it is reloaded, the console may be older than the service and not know the action. */
function phraseOf(change: Change): ReactNode {
  const phrase: ((parts: Parts) => ReactNode) | undefined = phrases[change.action]
  return phrase ? phrase(partsOf(change)) : change.action
}
