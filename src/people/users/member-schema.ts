import { userMessages } from '../authentication/messages'
import { type Static, Type } from '@sinclair/typebox'
import { Id, Name, Nullable, Timestamp, withKnown } from '../../contract/fields'
import { roles } from '../../base/caller'
import { Code, Email, Password, unchanging } from './schema'

/** Members, invitations and the account of the user (docs/internal-api.md, Members). */

const role = (description: string) =>
  Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: [...roles], description })

const userFields = {
  name: Name,
  email: Type.String({ description: 'The e-mail address, case-folded.' }),
}

export const Member = Type.Object(
  {
    user_id: Type.String({ format: 'uuid', description: 'The id of the user.' }),
    ...userFields,
    role: role('The role in this organization.'),
  },
  { $id: 'Member', description: 'A member of the organization.' },
)
export type MemberView = Static<typeof Member>

const belongsToUser = unchanging(userMessages('user.of_user'))

export const MemberChanges = withKnown(
  Type.Object({
    role: Type.Optional(role('The new role. It takes effect immediately, even in open sessions.')),
  }),
  {
    user_id: unchanging(userMessages('user.fixed_member')),
    name: belongsToUser,
    email: belongsToUser,
  },
)

export const NewInvitation = Type.Object({
  email: Type.Optional(Nullable(Email)),
  role: role('The role that the user will have.'),
})

const invitation = {
  id: Id,
  role: role('The role that the user will have.'),
  email: Nullable(
    Type.String({
      description: 'The only e-mail address that may accept; null: every user with the link may accept.',
    }),
  ),
  expires_at: Timestamp,
}

export const Invitation = Type.Object(
  {
    ...invitation,
    created_at: Timestamp,
    invited_by: Type.String({ description: 'Name of the admin who created the invitation.' }),
  },
  { $id: 'Invitation', description: 'An invitation that can still be accepted.' },
)
export type InvitationView = Static<typeof Invitation>

export const CreatedInvitation = Type.Object(
  {
    ...invitation,
    url: Type.String({
      description:
        'The path and fragment of the link. It is returned only once; only the hash of its secret is stored.',
    }),
  },
  { $id: 'CreatedInvitation', description: 'A new invitation, with its link.' },
)
export type CreatedInvitationView = Static<typeof CreatedInvitation>

const token = Type.String({ maxLength: 100 })

export const InvitationToken = Type.Object({ token })

/** The content of an invitation, which is shown before it is accepted. */
export const InvitationLook = Type.Object(
  { organization_name: Name, role: invitation.role, email: invitation.email, expires_at: Timestamp },
  { $id: 'InvitationLook', description: 'The organization and role that an invitation offers.' },
)
export type InvitationLookView = Static<typeof InvitationLook>

/** The name is needed only for a new account. An existing account keeps its name. */
export const Acceptance = Type.Object({
  token,
  name: Type.Optional(Name),
  email: Email,
  password: Password,
  code: Type.Optional(Code),
})

export const ResetLink = Type.Object(
  {
    url: Type.String({
      description:
        'The path and fragment of the link. It is returned only once; only the hash of its secret is stored.',
    }),
  },
  { $id: 'ResetLink', description: 'A link with which a member sets a new password.' },
)

export const PasswordReset = Type.Object({ token, password: Password })

export const Owner = Type.Object(
  {
    user_id: Type.String({ format: 'uuid', description: 'The id of the user.' }),
    ...userFields,
    added_at: { ...Timestamp, description: 'The time at which the user became an owner.' },
  },
  { $id: 'Owner', description: 'An owner of the installation.' },
)
export type OwnerView = Static<typeof Owner>

export const NewOwner = Type.Object({ email: Email })

export const PasswordChange = Type.Object({ current_password: Type.String(), new_password: Password })

export const ProfileChanges = withKnown(Type.Object({ name: Type.Optional(Name) }), {
  id: unchanging(userMessages('user.fixed_id')),
  email: unchanging(userMessages('user.fixed_email')),
})

export const Profile = Type.Object(
  { id: Type.String({ format: 'uuid', description: 'The id of the user.' }), ...userFields },
  { $id: 'Profile', description: 'The user who is signed in.' },
)
export type ProfileView = Static<typeof Profile>

export const OwnSession = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the session.' }),
    organization_name: Name,
    created_at: { ...Timestamp, description: 'The time of the sign-in.' },
    last_used_at: { ...Timestamp, description: 'The time of the last use, accurate to 15 minutes.' },
    device: Nullable(
      Type.String({
        description: 'The browser and the system of the sign-in, such as "Firefox on Windows".',
      }),
    ),
    address: Nullable(Type.String({ description: 'The address of the sign-in.' })),
    is_current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { $id: 'OwnSession', description: 'A session of the user.' },
)
export type OwnSessionView = Static<typeof OwnSession>
