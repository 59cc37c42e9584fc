import {
  type AlertProps,
  type AppShellProps,
  type CardProps,
  createTheme,
  type CSSVariablesResolver,
  type FileButtonProps,
  type MantineColorsTuple,
  type MenuProps,
  rem,
  type TableProps,
  virtualColor,
} from '@mantine/core'
import { colors } from './colors'

const petrol: MantineColorsTuple = [
  '#edf7f6',
  '#e1f0ef',
  '#b4d9d6',
  '#74b9b4',
  '#2c918b',
  '#0b7a75',
  '#0c6a6c',
  '#0c5d61',
  '#094a4e',
  '#0c3b3f',
]

const mint: MantineColorsTuple = [
  '#e6faf8',
  '#c9f3ef',
  '#9be5df',
  '#63cfc8',
  '#55cbc3',
  '#38a79f',
  '#21716c',
  '#1a4745',
  '#15302f',
  '#123235',
]

const gray: MantineColorsTuple = [
  '#f5f8f8',
  '#edf1f1',
  '#e3eaea',
  '#dce4e4',
  '#bfcccc',
  '#9dafb0',
  '#7c9193',
  '#566b6e',
  '#42575a',
  '#274346',
]

const dark: MantineColorsTuple = [
  '#e9f2f1',
  '#a9bdbd',
  '#8da4a4',
  '#5f7e7f',
  '#34504f',
  '#1e3235',
  '#15272a',
  '#0e1b1d',
  '#0b1618',
  '#081213',
]

const red: MantineColorsTuple = [
  '#fdebe6',
  '#fad3c9',
  '#f5b09f',
  '#ff9d85',
  '#ff8a6e',
  '#e8593c',
  '#c7331b',
  '#b92b12',
  '#96220d',
  '#331711',
]

const ochre: MantineColorsTuple = [
  '#fcf1d9',
  '#f7e2b4',
  '#f1cd84',
  '#edb95b',
  '#e9b44c',
  '#dda23a',
  '#b97a0e',
  '#8f5a00',
  '#6e4500',
  '#2c2413',
]

export const theme = createTheme({
  colors: {
    petrol,
    mint,
    brand: virtualColor({ name: 'brand', light: 'petrol', dark: 'mint' }),
    gray,
    dark,
    red,
    // The components ask for these names; the design has one hue for each meaning.
    yellow: ochre,
    orange: ochre,
    teal: petrol,
    blue: petrol,
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 3 },
  black: '#0f1f20',
  defaultRadius: 'md',
  radius: { xs: rem(4), sm: rem(7), md: rem(8), lg: rem(12), xl: rem(18) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(14.5), lg: rem(17), xl: rem(24) },
  headings: {
    fontWeight: '640',
    sizes: {
      h2: { fontSize: rem(24), lineHeight: '1.25' },
      h3: { fontSize: rem(17), lineHeight: '1.3' },
      h4: { fontSize: rem(15), lineHeight: '1.35' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  // Without `extend` of the components, which would make all of them parts of the first page.
  components: {
    // The default color of the title has too little contrast.
    Alert: {
      defaultProps: { radius: 'lg' } satisfies Partial<AlertProps>,
      styles: { title: { color: 'var(--mantine-color-text)' } },
    },
    AppShell: { defaultProps: { layout: 'alt', withBorder: false } satisfies Partial<AppShellProps> },
    Button: { styles: { label: { fontWeight: 600 } } },
    Card: {
      defaultProps: { withBorder: true, radius: 'lg', padding: 'md' } satisfies Partial<CardProps>,
    },
    // A browser reports no change when the same file is chosen again, for example after it was corrected.
    FileButton: {
      defaultProps: {
        inputProps: { onClick: ({ currentTarget }) => (currentTarget.value = '') },
      } satisfies Partial<FileButtonProps>,
    },
    // The placeholder is not a menu item, which axe reports; without it the first item gets the focus.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } satisfies Partial<MenuProps>,
    },
    NavLink: { styles: { label: { fontSize: rem(14), fontWeight: 520 } } },
    Table: { defaultProps: { tabularNums: true } satisfies Partial<TableProps> },
  },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace',
})

/** Sets the colors of text and lines, with a contrast of at least 4.5 to 1 for text (WCAG 2.2, 1.4.3). */
export const readable: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...colors.light,
    '--wa-field': 'var(--mantine-color-gray-6)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-8)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-7)',
    '--mantine-color-yellow-light': 'var(--mantine-color-yellow-0)',
    '--mantine-color-red-light': 'var(--wa-problem-tint)',
    '--mantine-color-brand-light': 'var(--mantine-color-petrol-1)',
    '--mantine-color-brand-light-color': 'var(--mantine-color-petrol-7)',
  },
  dark: {
    ...colors.dark,
    '--wa-field': 'var(--mantine-color-dark-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': '#7ad6d0',
    '--mantine-color-yellow-light': 'var(--mantine-color-yellow-9)',
    '--mantine-color-red-light': 'var(--wa-problem-tint)',
    '--mantine-color-brand-light': '#123235',
    '--mantine-color-brand-light-color': 'var(--mantine-color-mint-2)',
  },
})
