import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { conditionOf, type RuleDraft } from './rule-draft'

/** What a rule would have raised in the last days. It is computed again while the rule is edited. */

export const days = 14

/** Keys that are pressed one after the other are one change. */
const restMs = 500
/** The service computes one rehearsal of an organization at a time. The next one waits for its end. */
const waitMs = 1000
const waitsMax = 120
const failuresMax = 2
const freshMs = 300_000

export interface RuleRehearsal {
  readonly found: Schemas['AlertRehearsal']
  /** How long the service computed, in milliseconds. */
  readonly tookMs: number
}

/** A condition as text, so that equal ones are the same. */
const textOf = (draft: RuleDraft): string => JSON.stringify(conditionOf(draft))

const keyOf = (text: string) => ['rule-rehearsal', text] as const

const isOtherRunning = (error: Error | null): boolean => error instanceof ApiError && error.status === 409

function isWorthRetrying(failures: number, error: Error): boolean {
  if (isOtherRunning(error)) return failures < waitsMax
  return !(error instanceof ApiError) && failures < failuresMax
}

async function rehearse(text: string, signal: AbortSignal): Promise<RuleRehearsal> {
  const begin = performance.now()
  // The name changes nothing, and a rule that is edited may have none.
  const condition = JSON.parse(text) as ReturnType<typeof conditionOf>
  const body = { rule: { ...condition, name: '-' }, days }
  const { data } = await dataOf(api.POST('/internal/v1/alert-rules/rehearse', { body, signal }))
  return { found: data, tookMs: performance.now() - begin }
}

/** Rehearses the draft when it has not changed for a moment. The former result stays until there is another one. */
export function useRuleRehearsal(draft: RuleDraft) {
  const [text] = useDebouncedValue(textOf(draft), restMs)
  const [latest, setLatest] = useState<RuleRehearsal>()
  const { data, error, failureReason, isFetching, refetch } = useQuery({
    queryKey: keyOf(text),
    queryFn: ({ signal }) => rehearse(text, signal),
    staleTime: freshMs,
    retry: isWorthRetrying,
    retryDelay: waitMs,
  })
  if (data !== undefined && data !== latest) setLatest(data)
  return {
    /** The result of the draft; absent until it is there. */
    current: data,
    latest,
    error,
    isRunning: isFetching,
    isWaiting: isFetching && isOtherRunning(failureReason),
    start: refetch,
    stop: () => queryClient.cancelQueries({ queryKey: keyOf(text) }),
  }
}

export type RunningRehearsal = ReturnType<typeof useRuleRehearsal>

/** Returns the result of a draft if it is known already. */
export const rehearsalOf = (draft: RuleDraft): RuleRehearsal | undefined =>
  queryClient.getQueryData<RuleRehearsal>(keyOf(textOf(draft)))
