import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { claimsIn } from '../claims/claims.ts';
import type { Claim } from '../claims/claim.logic.ts';
import { contradict, contradictNearby } from './contradictions.logic.ts';

const folder = new URL('../../../../../demo/knowledge/', import.meta.url);

/** The claims of a demo article, read from its sections with their headings. */
function claimsOfArticle(name: string): Claim[] {
  const [head = '', ...sections] = readFileSync(new URL(name, folder), 'utf8').split(/^## /m);
  const [title = '', ...intro] = head.replace(/^# /, '').split('\n');
  const passages = [
    { title, heading_path: [] as string[], text: intro.join('\n') },
    ...sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { title, heading_path: [heading], text: lines.join('\n') };
    }),
  ];
  return passages.flatMap((passage) => claimsIn(passage, 'en'));
}

test('a help centre without contradictions raises two false alarms at most', () => {
  const articles = readdirSync(folder).map(claimsOfArticle);
  const alarms = new Set<string>();
  for (const [at, own] of articles.entries()) {
    for (const [place, one] of own.entries())
      for (const other of own.slice(place + 1))
        if (contradictNearby(one, other)) alarms.add(`${one.quote} / ${other.quote}`);
    for (const others of articles.slice(at + 1))
      for (const one of own)
        for (const other of others) if (contradict(one, other)) alarms.add(`${one.quote} / ${other.quote}`);
  }
  assert.ok(alarms.size <= 2, [...alarms].join('\n'));
});
