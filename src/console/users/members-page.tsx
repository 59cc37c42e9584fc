import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { type Role, signOut, useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { type Column, DataTable } from '../ui/lists/data-table'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { roleLabel, roleName, roles } from '../ui/pages/roles'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { type ListQuery, useList } from '../ui/lists/use-list'
import { PendingInvitations } from './pending-invitations'
import { ResetLink } from './reset-link'

type Member = Schemas['Member']

const changed = () => queryClient.invalidateQueries({ queryKey: ['members'] })

const fetchMembers = ({ limit, offset, q }: ListQuery) => {
  const query = { limit, offset, ...(q !== undefined && { q }) }
  return dataOf(api.GET('/internal/v1/members', { params: { query } }))
}

/** Lists the members of the organization and the pending invitations. */
export function MembersPage() {
  const { user, organization, may } = useSignedIn()
  const list = useList({
    key: ['members'],
    load: fetchMembers,
  })
  const admins = list.rows.filter(({ role }) => role === 'admin')
  const isOnlyAdmin =
    may('admin') && !list.isNarrowed && list.rows.length === list.total && admins.length === 1
  const isSelf = ({ user_id: id }: Member) => id === user.id

  const columns: [Column<Member>, ...Column<Member>[]] = [
    { key: 'name', label: t('Name'), cell: (member) => <Name member={member} isSelf={isSelf(member)} /> },
    { key: 'email', label: t('E-mail'), cell: ({ email }) => email },
    {
      key: 'role',
      label: t('Role'),
      cell: (member) =>
        may('admin') && !isSelf(member) ? <RoleSelect member={member} /> : roleLabel(member.role),
    },
    {
      key: 'actions',
      label: t('Actions'),
      cell: (member) => {
        if (isSelf(member)) return isOnlyAdmin ? <OnlyAdmin /> : <Leave member={member} />
        if (!may('admin')) return null
        return (
          <Group gap="xs">
            <ResetLink member={member} />
            <Remove member={member} />
          </Group>
        )
      },
    },
  ]
  return (
    <>
      <PageHeader
        title={t('Members')}
        subtitle={t('Users who belong to {name}.', { name: organization.name })}
        back={{ href: '/settings', label: t('Settings') }}
      >
        {may('admin') && <LinkButton href="/members/invite">{t('Invite member')}</LinkButton>}
      </PageHeader>
      <DataTable
        name={t('Members')}
        storedAs="Members"
        list={list}
        columns={may('admin') ? columns : withoutEmptyActions(columns, list.rows.some(isSelf))}
        keyOf={(member) => member.user_id}
        search={t('Search members')}
        empty={t('No members on this page.')}
      />
      {may('admin') && <PendingInvitations />}
    </>
  )
}

/** Removes the column of actions from a page without the user's own row: a user who is not an admin can only leave. */
const withoutEmptyActions = (
  [first, ...others]: [Column<Member>, ...Column<Member>[]],
  hasSelf: boolean,
): [Column<Member>, ...Column<Member>[]] => [
  first,
  ...others.filter(({ key }) => hasSelf || key !== 'actions'),
]

const Name = ({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) => (
  <Group gap="xs" component="span">
    {member.name}
    {isSelf && (
      <Text span size="sm" c="dimmed">
        {t('You')}
      </Text>
    )}
  </Group>
)

const OnlyAdmin = () => (
  <Text size="sm" c="dimmed">
    {t("The only admin can't leave.")}
  </Text>
)

function RoleSelect({ member }: { readonly member: Member }) {
  const [pending, setPending] = useState<Role>()

  async function change(role: Role): Promise<void> {
    setPending(role)
    try {
      const params = { path: { user_id: member.user_id } }
      await dataOf(api.PATCH('/internal/v1/members/{user_id}', { params, body: { role } }))
      toastDone(
        t('The role of {name} is now {role}', {
          name: member.name,
          role: roleName(role),
        }),
      )
      await changed()
    } finally {
      setPending(undefined)
    }
  }

  return (
    // Not a native select, in which each arrow key would save a role.
    <Select
      aria-label={t('Role of {name}', { name: member.name })}
      data={roles.map(({ value, label }) => ({ value, label }))}
      value={pending ?? member.role}
      allowDeselect={false}
      readOnly={pending !== undefined}
      onChange={(role) => role !== null && void change(role).catch(toastProblem)}
    />
  )
}

const endMembership = ({ user_id }: Member) =>
  dataOf(api.DELETE('/internal/v1/members/{user_id}', { params: { path: { user_id } } }))

function Remove({ member }: { readonly member: Member }) {
  async function remove(): Promise<void> {
    await endMembership(member)
    toastDone(t('{name} removed', { name: member.name }))
    await changed()
  }
  return (
    <ConfirmButton
      label={t('Remove')}
      title={t('Remove member “{name}”', { name: member.name })}
      confirm={t('Remove member')}
      onConfirm={remove}
    >
      {t(
        '{name} is signed out of this organization immediately and needs a new invitation to rejoin. The change log keeps their changes.',
        { name: member.name },
      )}
    </ConfirmButton>
  )
}

function Leave({ member }: { readonly member: Member }) {
  const { organization, organizations } = useSignedIn()
  async function leave(): Promise<void> {
    await endMembership(member)
    // The session ended with the membership.
    await signOut()
  }
  return (
    <ConfirmButton
      label={t('Leave')}
      title={t('Leave organization “{name}”', { name: organization.name })}
      confirm={t('Leave organization')}
      onConfirm={leave}
    >
      {t('You are signed out and need a new invitation to rejoin.')}
      {organizations.length > 1 && ` ${t('To use another organization, sign in again.')}`}
    </ConfirmButton>
  )
}
