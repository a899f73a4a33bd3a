import {
  createTheme,
  defaultVariantColorsResolver,
  Modal,
  Tooltip,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';

const brightColors = new Set(['orange', 'yellow', 'lime', 'green', 'teal', 'cyan']);

// Mantine's default pairs of text and background miss 4.5:1 in places; these pass in both schemes (axe, web/test/axe.test.ts).
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const color = input.color ?? input.theme.primaryColor;
  if (!(color in input.theme.colors)) return colors;
  if (input.variant === 'light' || input.variant === 'outline') {
    const dark = `color-mix(in srgb, var(--mantine-color-${color}-9), black 35%)`;
    return { ...colors, color: `light-dark(${dark}, var(--mantine-color-${color}-1))` };
  }
  if (input.variant === 'subtle')
    return { ...colors, hover: `light-dark(var(--mantine-color-${color}-1), ${colors.hover})` };
  if (input.variant === 'filled' && brightColors.has(color)) {
    const shade = (index: number) => `var(--mantine-color-${color}-${index})`;
    return { ...colors, background: shade(4), hover: shade(5), color: 'var(--mantine-color-black)' };
  }
  if (input.variant === 'filled' && color === 'red')
    return { ...colors, background: 'var(--mantine-color-red-8)', hover: 'var(--mantine-color-red-9)' };
  return colors;
};

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.4' }, h2: { fontSize: '1rem' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Tooltip: Tooltip.extend({
      defaultProps: {
        events: { hover: true, focus: true, touch: true },
        withArrow: true,
        // The end of the body belongs to no landmark: people who go from landmark to landmark would miss the words.
        portalProps: { target: 'main' },
      },
    }),
    // Its first item takes the focus when it opens, instead of a placeholder that nobody sees.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
        // It takes the next key: the page behind it must not.
        transitionProps: { transition: 'fade-down', duration: 0, exitDuration: 200 },
        // Its <header> would count as a second banner of the document, because a dialog is not a sectioning element.
        attributes: { header: { role: 'presentation' } },
      },
    }),
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#686f76',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': '#9b9b9b',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
