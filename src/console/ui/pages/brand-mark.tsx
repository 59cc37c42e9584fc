interface BrandMarkProps {
  readonly size?: number
}

/** The mark of the product: a room with one corner open, and the thing in the doorway. */
export const BrandMark = ({ size = 26 }: BrandMarkProps) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
    <rect width="32" height="32" rx="8" fill="#0c3b3f" />
    <path
      d="M17 25H9.5A2.5 2.5 0 0 1 7 22.5v-13A2.5 2.5 0 0 1 9.5 7h13A2.5 2.5 0 0 1 25 9.5V13"
      fill="none"
      stroke="#e9f2f1"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <circle cx="21" cy="21" r="4.6" fill="#d3f53b" />
  </svg>
)
