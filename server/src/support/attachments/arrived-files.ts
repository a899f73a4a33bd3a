/** Replaces the missing words of a message that has only files, such as a photo. Written for people, never used as a question. */
export function wordsForFiles(text: string, files: readonly { name: string }[]): string {
  if (text.trim() !== '' || files.length === 0) return text;
  const names = files.slice(0, 5).map(({ name }) => name);
  return `${mark} ${names.join(', ')}${files.length > names.length ? ', …' : ''}`;
}

export const isFilesAlone = (text: string): boolean => text.startsWith(mark);

const mark = '(No text, only attachments)';
