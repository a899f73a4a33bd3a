/** Headers of bytes that are saved, and never shown inside a page of ours, whatever they hold. */
export const savedAs = ({ name, mediaType, bytes }: { name: string; mediaType: string; bytes: number | null }) => ({
  ...(bytes === null ? {} : { 'content-length': String(bytes) }),
  'content-type': mediaType,
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escapeOctet)}`,
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
});

const escapeOctet = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
