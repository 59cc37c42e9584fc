import { catalogOf } from '../../base/messages'

/** Sign-in with a provider. A key that begins with "provider.fault" completes the sentence "The provider …". */
export const providerMessages = catalogOf({
  'provider.fault_reference':
    'sent a reference instead of the claim "{claim}", because the user has too many groups',
  'provider.fault_absent': 'did not send the claim "{claim}"',
  'provider.fault_null': 'sent null as the claim "{claim}"',
  'provider.fault_no_list': 'sent the claim "{claim}", which is not a list of texts',
  'provider.fault_no_text': 'sent the claim "{claim}" with a list that contains no text',
  'provider.fault_joined':
    'sent the claim "{claim}" with several groups in one text; it must be a list with one group in each text',
  'provider.fault_text': 'sent the claim "{claim}" as a text that is not one group; it must be a list',
  'provider.fault_issuer': 'has the issuer "{own}", not "{issuer}"; set issuer to "{own}"',
  'provider.seen': 'At {seen_at}, {provider} {fault}.',
  'provider.no_organization':
    'The roles of the provider {provider} name the organization "{organization}", which does not exist.',
  'provider.unusable': '{provider} {fault}: ask the administrator of the server',
  'provider.unreachable':
    '{provider} cannot be reached or its configuration is wrong: try again later, or sign in another way',
  'provider.refused': '{provider} refused the sign-in: {reason}',
  'provider.response': 'The response of {provider} is not valid: begin the sign-in again',
  'provider.not_found': 'Provider not found',
  'provider.no_groups':
    '{provider} {fault}, so your groups are not known and nothing was changed: ask the administrator of the server to correct the provider or the settings of the sign-in',
  'provider.unconfirmed_email':
    '{provider} does not confirm your e-mail address. If you have an account, sign in with your password and connect {provider} on the Account page',
  'provider.existing_email':
    'An account with your e-mail address exists. Sign in to it and connect {provider} on the Account page',
  'provider.other_account': 'Another account is connected to this account of {provider}',
  'provider.no_password': 'This account has no password: without the provider, you could not sign in',
  'provider.no_connection': 'Connection not found',
  'provider.expired': 'This sign-in has expired, was finished or began in another browser: begin again',
  'provider.no_role_organization':
    'You are signed in at {provider}, but the organization "{organization}" of your role does not exist: ask the administrator of the server to correct the roles of the provider',
  'provider.no_membership':
    'You are signed in at {provider}, but you are not a member of an organization here: ask an admin for access',
})
