import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '../api/store'

/** A tone whose pitch and rhythm follow the bar, for people who look at the shelves. */

const storedAs = 'whereabouts.find-tone'

const isOn = createStore(localStorage.getItem(storedAs) !== 'off')

export const useToneOn = (): boolean => useStore(isOn)

export function switchTone(next: boolean): void {
  if (next) localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, 'off')
  isOn.set(next)
}

const volume = 0.15
const toneSeconds = 0.07
let audio: AudioContext | undefined

/** Browsers forbid sounds before the first key press or touch. */
function beep(nearness: number): void {
  if (!navigator.userActivation.hasBeenActive) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const gain = audio.createGain()
  gain.gain.value = volume
  gain.connect(audio.destination)
  const tone = audio.createOscillator()
  tone.frequency.value = 330 + 10 * nearness
  tone.connect(gain)
  tone.start()
  tone.stop(audio.currentTime + toneSeconds)
}

/** The pause between two tones: a second when it is far, a tenth when it is here. */
const pauseOf = (nearness: number): number => 1_000 - 9 * nearness

/** Sounds while something is heard. */
export function useTone(nearness: number | null): void {
  const isAudible = useToneOn() && nearness !== null
  const current = useEffectEvent(() => nearness ?? 0)
  useEffect(() => {
    if (!isAudible) return undefined
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      beep(current())
      timer = setTimeout(next, pauseOf(current()))
    }
    next()
    return () => clearTimeout(timer)
  }, [isAudible])
}
