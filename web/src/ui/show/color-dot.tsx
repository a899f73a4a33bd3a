import type { CSSProperties } from 'react';

/** Names of colours that contrast with the page and with each other in both schemes. */
export const dotColors = ['gray', 'red', 'orange', 'yellow', 'green', 'cyan', 'indigo', 'grape'] as const;
export type DotColor = (typeof dotColors)[number];

export const isDotColor = (color: string | null): color is DotColor => dotColors.some((each) => each === color);

/** Shown beside a name: the colour alone carries no information. Any other colour, set by a script, is shown as it is. */
export function ColorDot({ color }: { color: string | null }) {
  if (!color) return null;
  return <span aria-hidden className="color-dot" style={{ '--dot': cssOf(color) } as CSSProperties} />;
}

function cssOf(color: string): string {
  if (color.startsWith('#')) return color;
  const name = isDotColor(color) ? color : 'gray';
  return `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-4))`;
}
