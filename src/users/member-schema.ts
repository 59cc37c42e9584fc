import { type Static, Type } from '@sinclair/typebox'
import { Id, Name, Nullable, Timestamp, withKnown } from '../contract/fields'
import { roles } from '../caller'
import { Email, Password, unchanging } from './schema'

/** People: members, invitations and the own account (docs/internal-api.md, Members). */

const role = (description: string) =>
  Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: [...roles], description })

const person = {
  name: Name,
  email: Type.String({ description: 'Case-folded.' }),
}

export const Member = Type.Object(
  {
    user_id: Type.String({ format: 'uuid', description: 'Who it is.' }),
    ...person,
    role: role('What the person may do in this organization.'),
  },
  { $id: 'Member', description: 'A person who belongs to the organization.' },
)
export type MemberView = Static<typeof Member>

const ofThePerson = unchanging('Name and e-mail address belong to the person, not to the membership')

export const MemberChanges = withKnown(
  Type.Object({ role: Type.Optional(role('From now on, also in sessions that are open.')) }),
  {
    user_id: unchanging('A membership cannot pass to another person'),
    name: ofThePerson,
    email: ofThePerson,
  },
)

export const NewInvitation = Type.Object({
  email: Type.Optional(Nullable(Email)),
  role: role('What the person will be allowed to do.'),
})

const invitation = {
  id: Id,
  role: role('What the person will be allowed to do.'),
  email: Nullable(Type.String({ description: 'Who alone may accept; null: anybody who has the link.' })),
  expires_at: Timestamp,
}

export const Invitation = Type.Object(
  {
    ...invitation,
    created_at: Timestamp,
    invited_by: Type.String({ description: 'Name of the admin who invited.' }),
  },
  { $id: 'Invitation', description: 'An invitation that can still be accepted.' },
)
export type InvitationView = Static<typeof Invitation>

export const MadeInvitation = Type.Object(
  {
    ...invitation,
    url: Type.String({
      description: 'The path and fragment of the link. Shown this once; only the hash of its secret is kept.',
    }),
  },
  { $id: 'MadeInvitation', description: 'A new invitation, with its link.' },
)
export type MadeInvitationView = Static<typeof MadeInvitation>

const token = Type.String({ maxLength: 100 })

export const InvitationToken = Type.Object({ token })

/** What whoever has the link is told before accepting. */
export const InvitationLook = Type.Object(
  { organization_name: Name, role: invitation.role, email: invitation.email, expires_at: Timestamp },
  { $id: 'InvitationLook', description: 'What an invitation offers.' },
)
export type InvitationLookView = Static<typeof InvitationLook>

/** An account that there is already needs no name, and keeps its own. */
export const Acceptance = Type.Object({
  token,
  name: Type.Optional(Name),
  email: Email,
  password: Password,
})

export const PasswordReset = Type.Object({ token, password: Password })

export const Owner = Type.Object(
  {
    user_id: Type.String({ format: 'uuid', description: 'Who it is.' }),
    ...person,
    added_at: { ...Timestamp, description: 'Since when.' },
  },
  { $id: 'Owner', description: 'A person who owns the installation.' },
)
export type OwnerView = Static<typeof Owner>

export const NewOwner = Type.Object({ email: Email })

export const PasswordChange = Type.Object({ current_password: Type.String(), new_password: Password })

export const ProfileChanges = withKnown(Type.Object({ name: Type.Optional(Name) }), {
  id: unchanging('The id of an account cannot be changed'),
  email: unchanging('The e-mail address of an account cannot be changed'),
})

export const Profile = Type.Object(
  { id: Type.String({ format: 'uuid', description: 'Who it is.' }), ...person },
  { $id: 'Profile', description: 'The person who is signed in.' },
)
export type ProfileView = Static<typeof Profile>

export const OwnSession = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Which session.' }),
    organization_name: Name,
    created_at: { ...Timestamp, description: 'When the person signed in.' },
    last_used_at: { ...Timestamp, description: 'To within a quarter of an hour.' },
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { $id: 'OwnSession', description: 'A sign-in of the person, on one device.' },
)
export type OwnSessionView = Static<typeof OwnSession>
