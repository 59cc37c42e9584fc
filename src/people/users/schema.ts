import { mailLanguages } from '../../base/mail-languages'
import type { Message } from '../../base/messages'
import { userMessages } from '../authentication/messages'
import { type Static, Type } from '@sinclair/typebox'
import { type KnownField, Rule, type StringRule } from '../../contract/check'
import { Id, Name, Nullable, Sensitivity, Timestamp, withKnown } from '../../contract/fields'
import { isCompanyPrefix } from '../../base/gs1/uris'
import { echoedOnPatch } from '../../contract/read-only'
import { isZoneName, zoneNameMessage } from '../../contract/zones'
import { roles } from '../../base/caller'

const text = (options: Record<string, unknown>, rule: StringRule) =>
  Type.String({ ...options, [Rule as unknown as string]: rule })

export const Email = text({ minLength: 3, maxLength: 254 }, (value, field) =>
  /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : userMessages('user.email', { field }),
)

export const Password = Type.String({ minLength: 8, maxLength: 1000 })

const CompanyPrefix = text({ minLength: 6, maxLength: 12, pattern: '^[0-9]{6,12}$' }, (value, field) =>
  isCompanyPrefix(value) ? undefined : userMessages('user.company_prefix', { field }),
)

/** A user whom the operator of the machine creates. */
export const OperatorsUser = Type.Object({ name: Name, email: Email, password: Type.Optional(Password) })

/** The code of an authenticator app, or a recovery code. */
export const Code = Type.String({ maxLength: 100 })

export const SignIn = Type.Object({
  email: Type.String(),
  password: Type.String(),
  code: Type.Optional(Code),
})

export const Setup = Type.Object({
  token: Type.String(),
  organization_name: Name,
  name: Name,
  email: Email,
  password: Password,
})

export const NewOrganization = Type.Object({ name: Name })

const { id: echoedId, created_at: echoedCreation } = echoedOnPatch
/** Returns a field that an update may repeat but not change. */
export const unchanging = (message: Message): KnownField => ({
  code: 'invalid_context',
  message: () => message,
  echoes: (sent, current) => sent === current,
})

const TimeZone = text({ minLength: 1, maxLength: 64 }, (value, field) =>
  isZoneName(value) ? undefined : zoneNameMessage(field),
)

const MailLanguage = Type.Unsafe<(typeof mailLanguages)[number]>({
  type: 'string',
  enum: [...mailLanguages],
  description: 'Language of the mail about alerts.',
})

export const OrganizationChanges = withKnown(
  Type.Object({
    name: Type.Optional(Name),
    history_retention_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 36_500 }))),
    // The minimum prevents a user from hiding a change by having the audit log deleted immediately.
    audit_days: Type.Optional(Nullable(Type.Integer({ minimum: 30, maximum: 36_500 }))),
    sensitivity: Type.Optional(Sensitivity),
    event_log_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    event_log_max: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 100_000_000 })),
    gs1_company_prefix: Type.Optional(Nullable(CompanyPrefix)),
    mail_language: Type.Optional(MailLanguage),
    time_zone: Type.Optional(Nullable(TimeZone)),
  }),
  {
    ...(echoedId && { id: echoedId }),
    ...(echoedCreation && { created_at: echoedCreation }),
    slug: unchanging(userMessages('user.fixed_slug')),
    role: unchanging(userMessages('user.role_of_member')),
  },
)

export const OrganizationChoice = Type.Object({ organization_id: Type.Integer({ minimum: 1 }) })

/** Responses of the private endpoints (docs/internal-api.md, Organizations). */

const ownOrganization = {
  id: Id,
  name: Name,
  slug: Type.String({ description: 'Lower-case ASCII. It is unique in the installation and never changes.' }),
  role: Type.Unsafe<(typeof roles)[number]>({
    type: 'string',
    enum: [...roles],
    description: 'The role of the user in the organization.',
  }),
  time_zone: Nullable(
    Type.String({
      description: 'IANA name of the zone of days and hours; null: that of each browser.',
      examples: ['Europe/Berlin'],
    }),
  ),
  created_at: Type.String({ ...Timestamp, description: 'When it was created.' }),
}

/** An organization, with the role of the user. */
export const OwnOrganization = Type.Object(ownOrganization, {
  $id: 'OwnOrganization',
  description: 'An organization of the user who is signed in.',
})
export type OwnOrganizationView = Static<typeof OwnOrganization>

/** An organization with the settings that its admins may change. */
export const OrganizationDetails = Type.Object(
  {
    ...ownOrganization,
    history_retention_days: Nullable(
      Type.Integer({
        description: 'Number of days after which ended scan events are deleted; null keeps them permanently.',
      }),
    ),
    audit_days: Nullable(
      Type.Integer({
        description: 'Number of days for which audit entries are kept; null keeps them permanently.',
      }),
    ),
    sensitivity: Sensitivity,
    event_log_days: Type.Integer({
      description: 'Number of days after which events of the log are deleted.',
    }),
    event_log_max: Type.Integer({ description: 'Maximum number of events in the log.' }),
    gs1_company_prefix: Nullable(Type.String({ description: 'GS1 company prefix: 6 to 12 digits.' })),
    mail_language: MailLanguage,
  },
  { $id: 'OrganizationDetails', description: 'An organization with its settings.' },
)
export type OrganizationDetailsView = Static<typeof OrganizationDetails>

export const Session = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT, to send as Authorization: Bearer.' }),
    expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.' }),
    user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    is_owner: Type.Boolean({ description: 'Whether the user is an owner of the installation.' }),
    organizations: Type.Array(OwnOrganization),
    current_organization_id: Id,
    issuer: Nullable(
      Type.String({ description: 'The provider that signed the user in; null for a password.' }),
    ),
    must_add_second_factor: Type.Boolean({
      description: 'Whether the session may only add a second factor.',
    }),
  },
  { $id: 'Session', description: 'A session of a user.' },
)
export type SessionView = Static<typeof Session>
