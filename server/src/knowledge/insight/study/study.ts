import { sha256 } from '../../../platform/secrets/signatures.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import { tokensOf } from '../../../platform/text/tokens.logic.ts';
import { slotted } from '../similarity/titles.logic.ts';
import { sentencesIn } from '../claims/claims.ts';
import { knownClaims } from './known-claims.ts';
import type { Claim } from '../claims/claim.logic.ts';
import { contradictionsOf, selfContradictionsOf } from './comparison.logic.ts';
import { conditionOf } from './condition.logic.ts';
import type { NewFinding } from '../findings/finding.logic.ts';
import { repetitionsOf } from './repeated.logic.ts';
import { bandsOf, signatureOf } from './min-hash.logic.ts';
import { validUntil } from './validity.logic.ts';

/** A serving document, for examination. */
export interface StudiedDocument {
  id: string;
  version: number;
  title: string;
  language: string;
  chunks: { heading_path: string[]; text: string }[];
  hiddenInstructions: string[];
}

/** The stored part of an examination, which other documents are compared with. */
export interface KeptExamination {
  version: number;
  quote: string;
  text_hash: string;
  signature: number[];
  bands: number[];
  valid_until: Date | null;
  valid_quote: string | null;
}

/** A passage of another document that may be about the same thing. */
export interface SimilarPassage {
  document_id: string;
  version: number;
  title: string;
  heading_path: readonly string[];
  text: string;
}

export type Task =
  | { kind: 'study'; subject: StudiedDocument }
  | { kind: 'compare'; subject: StudiedDocument; similar: SimilarPassage[] };
export interface Studies {
  /** `searchTexts`: sentences to search for other documents about the same thing. */
  study: { found: NewFinding[]; examination: KeptExamination; searchTexts: string[] };
  /** `against`: the contradictions with each rival passage. */
  compare: { against: NewFinding[][]; repeated: NewFinding[] };
}

/** All pairs are compared, and a whole book would have billions of them: only the first claims count. */
const mostClaims = 2000;
/** The most sentences to search for, because searches are expensive; those with a value or a denial come first. */
const mostSearchTexts = 24;

/** Examines a document by itself: its faults, its own contradictions, and the data that later documents are compared with. */
export async function studyOf(subject: StudiedDocument): Promise<Studies['study']> {
  const { id, version, title, language, chunks, hiddenInstructions } = subject;
  const claims = claimsOfDocument(subject);
  const passages = chunks.map(({ text, heading_path: headingPath }) => ({ text, headingPath }));
  const texts = chunks.map(({ text }) => text);
  const spoken = await languagesOfTexts(texts, language);
  const found = [
    ...conditionOf({ id, version, title, passages, spoken, hiddenInstructions }),
    ...selfContradictionsOf({ id, version, claims }),
  ];
  return { found, examination: examinationOf(subject), searchTexts: searchTextsOf(claims) };
}

export function comparedWith(subject: StudiedDocument, similar: readonly SimilarPassage[]): Studies['compare'] {
  const { id, version, title, language, chunks } = subject;
  const own = { ...subject, claims: claimsOfDocument(subject) };
  const sides = similar.map((rival) => ({
    id: rival.document_id,
    version: rival.version,
    title: rival.title,
    text: rival.text,
    claims: knownClaims(rival, language),
  }));
  const passages = Map.groupBy(sides, (side) => side.id);
  const against = sides.map((side) => {
    const found = contradictionsOf(own, [side]);
    const claims = (passages.get(side.id) ?? []).flatMap((passage) => passage.claims);
    return found.length > 0 && slotted(titledBy(own), titledBy({ ...side, claims })) ? [] : found;
  });
  const mine = chunks.map(({ text }) => ({ id, version, title, text }));
  return { against, repeated: repetitionsOf(mine, sides, stemFor(language)) };
}

const titledBy = ({ title: name, claims }: { title: string; claims: readonly Claim[] }) => ({
  name,
  title: claims[0]?.title ?? new Set<string>(),
  text: new Set(claims.flatMap(({ subject }) => [...subject])),
});

function claimsOfDocument({ title, language, chunks }: StudiedDocument): Claim[] {
  const claims: Claim[] = [];
  for (const chunk of chunks) {
    claims.push(...knownClaims({ ...chunk, title }, language));
    if (claims.length >= mostClaims) return claims.slice(0, mostClaims);
  }
  return claims;
}

function searchTextsOf(claims: readonly Claim[]): string[] {
  const rank = (claim: Claim) => (claim.parts.length > 0 || claim.denies ? 0 : 1);
  return claims
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostSearchTexts)
    .map(({ quote }) => quote);
}

function examinationOf({ version, language, chunks }: StudiedDocument): KeptExamination {
  const words = chunks.flatMap(({ text }) => tokensOf(text, (word) => word).map(({ word }) => word));
  const signature = signatureOf(words);
  const validity = validUntil(chunks.flatMap(({ text }) => sentencesIn(text, language)));
  return {
    version,
    quote: chunks[0]?.text ?? '',
    text_hash: sha256(words.join(' ')).toString('hex'),
    signature,
    bands: bandsOf(signature),
    valid_until: validity?.until ?? null,
    valid_quote: validity?.quote ?? null,
  };
}

/** Shorter sentences do not reveal their language: of 3,000 English ones of this length, ten are detected as another. */
const leastForLanguage = 40;

/** A sentence whose language (ISO 639-1) can be detected. */
interface TextInLanguage {
  text: string;
  language: string;
}

/** The sentences whose language can be detected. Documents in two languages often mix them in one passage. */
async function languagesOfTexts(texts: readonly string[], language: string): Promise<TextInLanguage[]> {
  const { eld } = await import('eld/extrasmall');
  return texts.flatMap((text) =>
    sentencesIn(text, language).flatMap((sentence) => {
      if (sentence.length < leastForLanguage) return [];
      const detected = eld.detect(sentence);
      return detected.isReliable() ? [{ text: sentence, language: detected.language }] : [];
    }),
  );
}
