import { t } from '../languages/messages'

/** Returns why the camera can't be used; null when it may be available. */
export function cameraProblem(): string | null {
  if (!window.isSecureContext)
    return t(
      "To scan with the camera, open the console over HTTPS or on localhost. Browsers don't allow the camera over plain HTTP. To turn on HTTPS, set WHEREABOUTS_TLS on the server.",
    )
  if (!('mediaDevices' in navigator)) return t("This browser doesn't support the camera.")
  return null
}
