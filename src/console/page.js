/** Set up, sign in, mint a key: what a person needs a browser for. */

const byId = (id) => document.getElementById(id)
const views = ['setup', 'sign-in', 'account']
let session = null

function show(view) {
  for (const id of views) byId(id).hidden = id !== view
  byId('problem').textContent = ''
}

async function call(method, path, body) {
  const response = await fetch(`/internal/v1/${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { authorization: `Bearer ${session.access_token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(answer.error.detail)
  return answer && answer.data
}

/** Does what a person asked for, and says what is wrong where it fails. */
function attempt(work) {
  byId('problem').textContent = ''
  work().catch((error) => {
    byId('problem').textContent = error.message
  })
}

function onSubmit(id, work) {
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault()
    attempt(() => work(new FormData(event.target)))
  })
}

function enter(next) {
  session = next
  const organization = next.organizations.find(({ id }) => id === next.current_organization_id)
  byId('user').textContent = next.user.name
  byId('organization').textContent = organization.name
  byId('key').hidden = true
  show('account')
}

onSubmit('setup', async (form) => {
  const token = location.hash.slice(1)
  enter(await call('POST', 'setup', { token, ...Object.fromEntries(form) }))
  history.replaceState(null, '', '/console/')
})

onSubmit('sign-in', async (form) => enter(await call('POST', 'session', Object.fromEntries(form))))

onSubmit('new-key', async (form) => {
  const key = await call('POST', 'api-keys', { name: form.get('name'), scopes: form.getAll('scopes') })
  byId('client-id').textContent = key.client_id
  byId('client-secret').textContent = key.client_secret
  byId('key').hidden = false
})

byId('sign-out').addEventListener('click', () =>
  attempt(async () => {
    await call('DELETE', 'session')
    session = null
    show('sign-in')
  }),
)

if (location.pathname === '/console/setup') show('setup')
else {
  // A session that is still good goes on; without one the answer is 401, and a person signs in.
  call('POST', 'session/refresh').then(enter, () => show('sign-in'))
}
