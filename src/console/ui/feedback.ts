/** Sounds and vibrations for those who do not look at the screen, because they look at the shelf or do other work. */

export type Feedback =
  | 'added'
  | 'known'
  | 'location'
  | 'submitted'
  | 'alert'
  | 'found'
  | 'again'
  | 'elsewhere'
  | 'unknown'

const tones: Readonly<Record<Feedback, readonly (readonly [hertz: number, seconds: number])[]>> = {
  added: [[1320, 0.08]],
  known: [[440, 0.12]],
  location: [
    [880, 0.08],
    [1320, 0.08],
  ],
  submitted: [
    [880, 0.08],
    [1109, 0.08],
    [1320, 0.16],
  ],
  alert: [
    [1047, 0.15],
    [784, 0.15],
    [1047, 0.3],
  ],
  found: [[1320, 0.1]],
  again: [[440, 0.14]],
  elsewhere: [
    [880, 0.12],
    [587, 0.18],
  ],
  unknown: [
    [294, 0.12],
    [294, 0.12],
    [294, 0.2],
  ],
}

const vibrations: Readonly<Record<Feedback, readonly number[]>> = {
  added: [40],
  known: [40, 60, 40],
  location: [80],
  submitted: [120],
  alert: [200, 80, 200],
  found: [40],
  again: [40, 60, 40],
  elsewhere: [200, 60, 40],
  unknown: [300],
}

const volume = 0.2
let audio: AudioContext | undefined

/** Plays the feedback. Browsers forbid it before the first key press or touch. @param isAudible false: it is only felt */
export function giveFeedback(feedback: Feedback, isAudible = true): void {
  if (!navigator.userActivation.hasBeenActive) return
  // Some browsers don't support vibration.
  if ('vibrate' in navigator) navigator.vibrate([...vibrations[feedback]])
  if (!isAudible) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const gain = audio.createGain()
  gain.gain.value = volume
  gain.connect(audio.destination)
  let at = audio.currentTime
  for (const [hertz, seconds] of tones[feedback]) {
    const tone = audio.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds
  }
}
