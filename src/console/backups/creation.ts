import { useEffect } from 'react'
import { api, dataOf, queryClient } from '../api/client'
import { createStore, useStore } from '../api/store'
import { t } from '../languages/messages'
import { sizeOf } from '../ui/format'
import { toastProblem } from '../ui/toasts'

interface Creation {
  /** Undefined while no backup is being created. */
  readonly startedAt: number | undefined
  readonly result: string | undefined
}

const none: Creation = { startedAt: undefined, result: undefined }

/** The backup that this tab creates. The user may leave the page while it is created. */
const creation = createStore(none)

async function create(): Promise<void> {
  creation.set({ startedAt: Date.now(), result: undefined })
  try {
    const { data } = await dataOf(api.POST('/internal/v1/backups'))
    const result = t('{name} was created ({size}).', { name: data.name, size: sizeOf(data.size) })
    creation.set({ startedAt: undefined, result })
    await queryClient.invalidateQueries({ queryKey: ['backups'] })
  } catch (error) {
    creation.set(none)
    toastProblem(error)
  }
}

const clearResult = (): void => {
  if (creation.get().startedAt === undefined) creation.set(none)
}

/** Creates a backup. Returns when it was started, while it is created, and then its result until the user leaves the page. */
export function useCreation() {
  const state = useStore(creation)
  useEffect(() => clearResult, [])
  return { ...state, start: () => void create() }
}
