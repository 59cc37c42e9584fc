import { ClockBanner } from './clock-banner'
import { DamageBanner } from './damage-banner'
import { OutdatedBanner } from './outdated-banner'

/** The banners above a page that the first page does not wait for. */
export const LaterBanners = () => (
  <>
    <OutdatedBanner />
    <DamageBanner />
    <ClockBanner />
  </>
)
