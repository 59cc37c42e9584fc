import { expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { clock, describeFaked, program, start, until, useClock, year } from '../../support/wrong-clock'

/** The request budget on a machine whose clock is wrong (docs/api.md, Request budget). */

setDefaultTimeout(60_000)
useClock()

describeFaked(`a request budget${faketimeSuffix}`, () => {
  test('refuses for at most a minute after the clock was set back ten years, and then fills again', async () => {
    await start(undefined, {
      WHEREABOUTS_RATE_LIMIT_BURST: '5',
      WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '60',
    })
    const api = await apiClient(program, await signIn(program))
    const useUp = async () => {
      for (;;) {
        const response = await api.get('/api/v1/assets')
        if (response.status === 429) return Number(response.headers.get('retry-after'))
      }
    }
    await useUp()
    clock.set(-10 * year)
    const wait = await useUp()
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    await until(async () => (await api.get('/api/v1/assets')).status === 200, 'a request is accepted again')
  })
})
