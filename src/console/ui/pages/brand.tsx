import { BrandMark } from './brand-mark'

/** The mark and the name of the product. */
export const Brand = () => (
  <span className="brand">
    <BrandMark />
    Whereabouts
  </span>
)
