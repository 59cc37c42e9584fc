import { useEffect, useRef, useState } from 'react'
import { isLive, listen } from '../api/live-events'
import { useStore } from '../api/store'
import { type Gauge, Signals } from './gauge'

const paintMs = 200

/** Returns what the bar shows; undefined while there is no connection, because then nothing is known. */
export function useSignal(assetId: number, isHeard: boolean): Gauge | undefined {
  const signals = useRef(new Signals())
  const [gauge, setGauge] = useState<Gauge>(() => signals.current.at(Date.now()))
  const isConnected = useStore(isLive)
  useEffect(() => {
    if (!isHeard) return undefined
    const paint = () => setGauge(signals.current.at(Date.now()))
    const stop = listen({
      findAssetId: assetId,
      signal({ reader_id: readerId, antenna, nearness }) {
        signals.current.add({ at: Date.now(), readerId, antenna, nearness })
        paint()
      },
    })
    const timer = setInterval(paint, paintMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [assetId, isHeard])
  return isConnected ? gauge : undefined
}
