import { encode } from 'uqr'

/** The quiet zone of a QR code, in modules (ISO/IEC 18004). */
const quiet = 4

/** Draws a text as QR code, dark on white in any color scheme, because many apps cannot read the reverse. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quiet })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="qr-code">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
