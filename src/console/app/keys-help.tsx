import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSignedIn } from '../api/session'
import { areKeysOn, pageKeys } from '../ui/keys'
import { toastProblem } from '../ui/notices/toasts'
import { lazily } from '../ui/pages/lazily'
import { Contained } from './contained'
import { routes } from './routes'

/** How long G waits for the letter. */
const patienceMs = 1500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]') !== null)

/** G and a letter lead to a page, and ? shows all keys. No other key sees the letter after G. */
function useNavigationKeys(onHelp: () => void): void {
  const [, navigate] = useLocation()
  const { may } = useSignedIn()
  const latest = useRef({ onHelp, navigate, may })
  useEffect(() => {
    latest.current = { onHelp, navigate, may }
  })
  useEffect(() => {
    let waitsUntil = 0
    function onKeyDown(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event
      const isAfterG = timeStamp < waitsUntil
      waitsUntil = 0
      if (ctrlKey || metaKey || altKey || !areKeysOn() || isTyping(target)) return
      if (key === '?') latest.current.onHelp()
      else if (isAfterG) goTo(event)
      else if (key === 'g') waitsUntil = timeStamp + patienceMs
    }
    function goTo(event: KeyboardEvent): void {
      const path = pageKeys[event.key.toLowerCase()]
      const role = routes.find((route) => route.path === path)?.role ?? 'viewer'
      if (path === undefined || !latest.current.may(role)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current.navigate(path)
    }
    // Before the keys of the page.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

const Dialog = lazily(async () => (await import('./keys-dialog')).KeysDialog)

/** Goes to pages by keys, and shows all keys after ?. */
export function KeysHelp() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  useNavigationKeys(() => {
    setWasOpen(true)
    setOpen(true)
  })
  function fail(error: Error): void {
    setWasOpen(false)
    setOpen(false)
    toastProblem(error)
  }
  return (
    wasOpen && (
      <Contained onError={fail}>
        <Suspense>
          <Dialog opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      </Contained>
    )
  )
}
