interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML: (text: string) => string };
}

const factory = (): PolicyFactory | undefined => (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

/**
 * The browser refuses plain text where markup is expected (`require-trusted-types-for`). The one exception by default is the style
 * sheets that Mantine writes, which contain no markup.
 */
export function allowStyleSheetsOnly(): void {
  factory()?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup from text is not allowed here.');
      return text;
    },
  });
}

/** Only for the `srcdoc` of a frame that is sandboxed without scripts. */
export function framePolicy(): (html: string) => string {
  const policy = factory()?.createPolicy('sandboxed-frame', { createHTML: (html) => html });
  return (html) => policy?.createHTML(html) ?? html;
}
