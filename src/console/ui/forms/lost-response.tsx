import { Alert } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { lookAgain } from '../../api/client'
import { ApiError, isUnanswered, mayPass, OutcomeUnknown } from '../../api/errors'
import { sleep } from '../../api/sleep'
import { t } from '../../languages/messages'
import { toastProblem } from '../notices/toasts'

/** What a form does when the connection is lost after it has sent a change: it looks what is stored. */

const lookMs = 2000

/** For how often a conflict may mean that the service is still processing the first request. */
const conflictsMax = 5

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/**
 * Reads until the service responds.
 *
 * @param isGone whether the user has left the form
 */
export async function answered<T>(read: () => Promise<T>, isGone: () => boolean = () => false): Promise<T> {
  for (let conflicts = 0; ;) {
    if (isGone()) throw new OutcomeUnknown()
    try {
      return await read()
    } catch (error) {
      const isInProgress = isConflict(error) && conflicts++ < conflictsMax
      if (!mayPass(error) && !isInProgress) throw error
      await sleep(lookMs)
    }
  }
}

/** Sends a request with an Idempotency-Key, and throws OutcomeUnknown when its response is lost. */
export async function sentOnce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!isUnanswered(error)) throw error
    lookAgain()
    throw new OutcomeUnknown()
  }
}

interface Submission<V, R> {
  readonly submit: (values: V, saved: V) => Promise<R>
  readonly look?: (values: V) => Promise<R | Error | undefined>
}

/** Submits the values, and looks what was stored when the response is lost. */
export function useSubmit<V, R>({ submit, look }: Submission<V, R>) {
  const [isLooking, setLooking] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function lookFor(values: V, find: (values: V) => Promise<R | Error | undefined>): Promise<R> {
    setLooking(true)
    try {
      const found = await answered(
        () => find(values),
        () => isGone.current,
      )
      // The user has left the form, so the result is not shown there.
      if (isGone.current) throw new OutcomeUnknown()
      if (found instanceof Error) throw found
      if (found === undefined)
        throw new Error(t('The connection was lost, and nothing was stored. Send it again.'))
      return found
    } catch (error) {
      if (isGone.current) toastProblem(error)
      throw error
    } finally {
      setLooking(false)
    }
  }

  return {
    isLooking,
    submit: async (values: V, saved: V): Promise<R> => {
      try {
        return await submit(values, saved)
      } catch (error) {
        if (!look || !(error instanceof OutcomeUnknown)) throw error
        return lookFor(values, look)
      }
    },
  }
}

export const Looking = () => (
  <Alert color="yellow" role="alert">
    {t(
      'The connection was lost before the service responded. It is not known whether the change was stored. The page checks it as soon as the connection is back.',
    )}
  </Alert>
)
