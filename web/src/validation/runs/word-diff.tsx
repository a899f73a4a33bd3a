import { Text } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';

/** The differences between two texts, word by word: old words are crossed out, new ones underlined. */
export function WordDiff({ before, now }: { before: string; now: string }) {
  let at = 0;
  return (
    <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {diffWordsWithSpace(before, now).map(({ value, added, removed }) => {
        const key = (at += 1);
        if (added) return <ins key={key}>{value}</ins>;
        return removed ? <del key={key}>{value}</del> : value;
      })}
    </Text>
  );
}
