/** Headers that make browsers save the bytes, and never show them inside a page of ours. */
export const savedAs = ({ name, mediaType, bytes }: { name: string; mediaType: string; bytes: number | null }) => ({
  ...(bytes === null ? {} : { 'content-length': String(bytes) }),
  'content-type': mediaType,
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escapeOctet)}`,
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
});

const escapeOctet = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
