import { type Static, Type } from '@sinclair/typebox'
import { type KnownField, Rule, type StringRule } from '../contract/check'
import { Id, Name, Nullable, withKnown } from '../contract/fields'
import { echoedOnPatch } from '../contract/read-only'
import { roles } from '../caller'

const text = (options: Record<string, unknown>, rule: StringRule) =>
  Type.String({ ...options, [Rule as unknown as string]: rule })

export const Email = text({ minLength: 3, maxLength: 254 }, (value, field) =>
  /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : `${field} must be an e-mail address`,
)

export const Password = Type.String({ minLength: 8, maxLength: 1000 })

export const SignIn = Type.Object({ email: Type.String(), password: Type.String() })

export const Setup = Type.Object({
  token: Type.String(),
  organization_name: Name,
  name: Name,
  email: Email,
  password: Password,
})

export const NewOrganization = Type.Object({ name: Name })

const { id: echoedId } = echoedOnPatch
/** A field that an update may echo and not change. */
export const unchanging = (message: string): KnownField => ({
  code: 'invalid_context',
  message: () => message,
  echoes: (sent, current) => sent === current,
})

export const OrganizationChanges = withKnown(
  Type.Object({
    name: Type.Optional(Name),
    history_retention_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 36_500 }))),
    // Whoever would hide a change must not be able to have the log emptied at once.
    audit_days: Type.Optional(Nullable(Type.Integer({ minimum: 30, maximum: 36_500 }))),
  }),
  {
    ...(echoedId && { id: echoedId }),
    slug: unchanging("An organization's slug cannot be changed: topics of readers begin with it"),
    role: unchanging('A role is given to a member, not to an organization'),
  },
)

export const OrganizationChoice = Type.Object({ organization_id: Type.Integer({ minimum: 1 }) })

/** Responses of the private endpoints (docs/internal-api.md, Organizations). */

const ownOrganization = {
  id: Id,
  name: Name,
  slug: Type.String({ description: 'Lower-case ASCII, unique in the installation, immutable.' }),
  role: Type.Unsafe<(typeof roles)[number]>({
    type: 'string',
    enum: [...roles],
    description: "The person's role there.",
  }),
}

/** An organization as one of its members sees it. */
export const OwnOrganization = Type.Object(ownOrganization, {
  $id: 'OwnOrganization',
  description: 'An organization of the person who is signed in.',
})
export type OwnOrganizationView = Static<typeof OwnOrganization>

/** With what its admins may set. */
export const OrganizationDetails = Type.Object(
  {
    ...ownOrganization,
    history_retention_days: Nullable(
      Type.Integer({
        description: 'Scan events that ended so many days ago are forgotten; null keeps them for ever.',
      }),
    ),
    audit_days: Nullable(
      Type.Integer({ description: 'So many days the audit log is kept; null keeps it for ever.' }),
    ),
  },
  { $id: 'OrganizationDetails', description: 'An organization with its settings.' },
)
export type OrganizationDetailsView = Static<typeof OrganizationDetails>

export const Session = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT, to be sent as Authorization: Bearer.' }),
    expires_in: Type.Integer({ description: 'Seconds that it lives.' }),
    user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    is_owner: Type.Boolean({ description: 'Whether the person owns the installation.' }),
    organizations: Type.Array(OwnOrganization),
    current_organization_id: Id,
  },
  { $id: 'Session', description: "A person's sign-in." },
)
export type SessionView = Static<typeof Session>
