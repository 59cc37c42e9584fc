import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Problem } from '../api/use-attention'
import { ageOf } from '../ui/values/format'
import { textOf } from './problem-texts'

interface ProblemRowProps {
  readonly problem: Problem
  /** The time of the service, in milliseconds since 1970. */
  readonly nowMs: number
  /** What the problem affects, between its title and its sentence. */
  readonly children?: ReactNode
}

/** A problem in a list of what needs attention, as a link to where something can be done about it. */
export function ProblemRow({ problem, nowMs, children }: ProblemRowProps) {
  const { title, sentence, href } = textOf(problem)
  const { is_broken: isBroken, since } = problem
  const content = (
    <>
      <span className="state-dot" data-state={isBroken ? 'problem' : 'aging'} aria-hidden />
      <b>{title}</b>
      {since !== null && <time dateTime={since}>{ageOf(nowMs - Date.parse(since))}</time>}
      {children}
      <span className="why" data-problem={isBroken ? '' : undefined}>
        {sentence}
      </span>
    </>
  )
  return href === undefined ? (
    <div className="side-row">{content}</div>
  ) : (
    <Link href={href} className="side-row">
      {content}
    </Link>
  )
}
